// The plan of a conversation: its people, its chat and preferred moves.

import { actorOf, chatOf, type Move } from './moves.ts'
import type { Random } from './random.ts'

export type Plan = ReturnType<typeof createPlan>

/**
 * In the tours `private` and `group`, people prefer moves that were never made in such a chat. In the tour `people`,
 * two people write recognizable words to the bot in turn.
 */
export type Tour = 'private' | 'group' | 'people'

interface PlannedWorld {
  people: readonly string[]
  groups: readonly string[]
  bot: string
  /** The share of groups among the chats whose states were seen. */
  groupShare: number
  tour?: Tour | undefined
  /** The last move that is repeated from an earlier conversation, which goes on with the same person and chat. */
  from?: Move | undefined
}

/**
 * Random factors for the weights of moves, one for each label (kind of move). A conversation that prefers some moves
 * reaches deeper states, such as a list of three items, than an even mix does.
 */
const FACTORS = [0.05, 0.3, 1, 1, 1, 3, 10]
/** What makes people write recognizable words. */
const FAVOURITE = / (?:words|an example)$/
const FAVOURITE_FACTOR = 10
const TOUR_LENGTH = 30
const LENGTHS = [10, 20, 20, 40]
/** How many new moves follow the repeated moves: few, so that there is time to continue from more states. */
const LENGTHS_FROM_KNOWN_STATE = [4, 8, 12]
/** For a bot that has sent no message in a group yet. */
const LEAST_GROUP_SHARE = 0.03
/** The share of conversations of two people who write recognizable words, to find leaks. */
const CROSS_TALK_SHARE = 0.15
const NEXT_PERSON_SHARE = 0.4

export function createPlan(random: Random, { people, groups, bot, groupShare, tour, from }: PlannedWorld) {
  const factors = new Map<string, number>()
  const isCrossTalk = tour ? tour === 'people' : !from && random.chance(CROSS_TALK_SHARE)
  const isInGroup = tour ? tour === 'group' : !isCrossTalk && random.chance(Math.max(groupShare, LEAST_GROUP_SHARE))
  const chat = (from && chatOf(from)) ?? (groups.length && isInGroup ? random.pick(groups) : bot)
  // A conversation of one person reaches deep states sooner. Groups and the search for leaks need several people.
  const count = random.pick(isCrossTalk || chat !== bot ? [2, 2, 3] : tour ? [1] : [1, 1, 2, 3])
  let person = (from && actorOf(from)) ?? random.pick(people)
  const first = people.indexOf(person)
  const present = [...people.slice(first), ...people.slice(0, first)].slice(0, count)
  return {
    chat,
    /** True if the least tried moves are chosen. */
    isSystematic: tour === 'private' || tour === 'group',
    length: tour ? TOUR_LENGTH : random.pick(from ? LENGTHS_FROM_KNOWN_STATE : LENGTHS),
    factorOf(label: string): number {
      const drawn = isCrossTalk ? (FAVOURITE.test(label) ? FAVOURITE_FACTOR : 1) : random.pick(FACTORS)
      const factor = factors.get(label) ?? drawn
      factors.set(label, factor)
      return factor
    },
    /** Returns the person of the next move, who is mostly the person of the last move. */
    nextPerson(): string {
      if (random.chance(NEXT_PERSON_SHARE)) person = random.pick(present)
      return person
    },
  }
}
