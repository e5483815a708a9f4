// The plan of a conversation: its people, main chat and preferred moves.

import { actorOf, chatOf, type Move } from './moves.ts'
import type { Random } from './random.ts'

export type Plan = ReturnType<typeof createPlan>

interface PlannedWorld {
  people: readonly string[]
  groups: readonly string[]
  bot: string
  /** The share of conversations in groups: smaller if the bot has not sent a message in a group so far. */
  groupShare: number
  /**
   * The tour to which the conversation belongs. In the tours `private` and `group`, people prefer moves that were never
   * made in such a chat. In the tour `people`, two people write recognizable words to the bot in turn.
   */
  tour?: 'private' | 'group' | 'people' | undefined
  number: number
  /** The last move that is repeated from an earlier conversation. The next moves use the same person and chat. */
  from?: Move | undefined
}

/**
 * Random factors for the weights of moves, one for each label (kind of move). A conversation that prefers some moves
 * reaches deeper states, such as a list of three items, than an even mix does.
 */
const FACTORS = [0.05, 0.3, 1, 1, 1, 3, 10]
const FAVOURITE_FACTOR = 10
const LENGTHS = [10, 20, 20, 40]
/** How many new moves follow the repeated moves: few, so that there is time to continue from more states. */
const LENGTHS_FROM_KNOWN_STATE = [8, 12, 20]
const TOUR_LENGTH = 30
const MAIN_CHAT_SHARE = 0.9
const SAME_PERSON = 0.75
const SAME_PERSON_IF_MIXED = 0.5
/** Every nth conversation has two people who write recognizable words, to find leaks. */
const CROSS_TALK_EVERY = 6
const FAULTY_EVERY = 8
const FAULT_SHARE = 0.2

export function createPlan(random: Random, { people, groups, bot, groupShare, tour, number, from }: PlannedWorld) {
  const factors = new Map<string, number>()
  const isTour = tour === 'private' || tour === 'group'
  const isCrossTalk = tour ? tour === 'people' : number % CROSS_TALK_EVERY === 0
  const isInGroup = tour ? tour === 'group' : !isCrossTalk && random.chance(groupShare)
  const mainChat = (from && chatOf(from)) ?? (groups.length && isInGroup ? random.pick(groups) : bot)
  // A conversation of one person reaches deep states sooner. Groups and the search for leaks need several people.
  const several = Math.min(
    people.length,
    random.pick(isCrossTalk ? [2] : mainChat !== bot ? [2, 2, 3] : isTour ? [1] : [1, 1, 2, 3]),
  )
  const fromPerson = from && actorOf(from)
  const first = fromPerson ? people.indexOf(fromPerson) : random.below(people.length)
  const present = Array.from({ length: several }, (_, i) => people[(first + i) % people.length] as string)
  const isFaulty = !tour && number % FAULTY_EVERY === FAULTY_EVERY - 1
  let person = fromPerson ?? random.pick(present)

  return {
    isTour,
    mainChat,
    length: tour ? TOUR_LENGTH : random.pick(from ? LENGTHS_FROM_KNOWN_STATE : LENGTHS),
    faultShare: isFaulty ? FAULT_SHARE : 0,
    factorOf(label: string): number {
      const drawn = isCrossTalk ? (label.endsWith(' words') ? FAVOURITE_FACTOR : 1) : random.pick(FACTORS)
      const factor = factors.get(label) ?? drawn
      factors.set(label, factor)
      return factor
    },
    /** Returns the person of the next move, who is mostly the person of the last move. */
    nextPerson(): string {
      if (!random.chance(tour === 'group' || isCrossTalk ? SAME_PERSON_IF_MIXED : SAME_PERSON))
        person = random.pick(present)
      return person
    },
    nextChat: () =>
      tour || random.chance(mainChat === bot ? 1 - groupShare / 5 : MAIN_CHAT_SHARE)
        ? mainChat
        : random.pick([bot, ...groups]),
  }
}
