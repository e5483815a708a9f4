// The plan of a conversation: its people, main chat and preferred moves.

import type { Random } from './random.ts'

export type Plan = ReturnType<typeof createPlan>

interface PlannedWorld {
  people: readonly string[]
  groups: readonly string[]
  bot: string
  /** The share of conversations in groups: smaller if the bot has not sent a message in a group so far. */
  groupShare: number
}

/**
 * The factors by which a conversation multiplies the weights of moves, one drawn for each label. A conversation that
 * leaves out some moves and repeats others reaches deeper states, such as a list of three items, than an even mix does.
 */
const FACTORS = [0.05, 0.3, 1, 1, 1, 3, 10]
const LENGTHS = [10, 20, 20, 40]
const MAIN_CHAT_SHARE = 0.9
const SAME_PERSON = 0.75
/** The shares of conversations that inject faults, and in which people do not wait for the bot. */
const FAULTY_SHARE = 0.12
const RUSHED_SHARE = 0.2

export function createPlan(random: Random, { people, groups, bot, groupShare }: PlannedWorld) {
  const factors = new Map<string, number>()
  const mainChat = groups.length && random.chance(groupShare) ? random.pick(groups) : bot
  // A conversation of one person reaches deep states sooner. Groups and leaks need several people.
  const several = Math.min(people.length, random.pick(mainChat === bot ? [1, 1, 2, 3] : [2, 2, 3]))
  const first = random.below(people.length)
  const present = Array.from({ length: several }, (_, i) => people[(first + i) % people.length] as string)
  const isFaulty = random.chance(FAULTY_SHARE)
  const isRushed = random.chance(RUSHED_SHARE)
  let person = random.pick(present)

  return {
    length: random.pick(LENGTHS),
    /** The share of moves that inject a fault. */
    faultShare: isFaulty ? 0.1 : 0,
    /** The share of moves after which the next move is played at once, without waiting for the bot. */
    rushedShare: isRushed ? 0.25 : 0,
    factorOf(label: string): number {
      const factor = factors.get(label) ?? random.pick(FACTORS)
      factors.set(label, factor)
      return factor
    },
    /** Returns the person of the next move: mostly the person of the last one. */
    nextPerson(isOther = false): string {
      if (isOther || !random.chance(SAME_PERSON)) person = random.pick(present)
      return person
    },
    nextChat: () =>
      random.chance(mainChat === bot ? 1 - groupShare / 5 : MAIN_CHAT_SHARE) ? mainChat : random.pick([bot, ...groups]),
  }
}
