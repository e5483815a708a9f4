// Pairs the messages of a chat in two runs, leaving as few as possible alone.

import { similarity } from '../../lib/compare/difference.ts'
import type { SeenMessage } from './seen.ts'

/** The indexes of a pair. One is undefined if the message is missing in the other run. */
export interface Pair {
  first?: number
  second?: number
}

/** The cost of a message without a pair. Two messages of one author that have nothing in common cost as much as two. */
const ALONE = 0.6
/** People do the same in both runs, so what a bot answers is compared between the same messages of people. */
const ALONE_OF_PERSON = 5
/** The cost of a pair that differs only in a file or in buttons. */
const SAME_TEXT = 0.1

export function alignMessages(first: readonly SeenMessage[], second: readonly SeenMessage[]): Pair[] {
  const cost = pairCosts(first, second)
  // best[i][j] is the lowest cost of aligning the messages from i and j on.
  const best = Array.from({ length: first.length + 1 }, () => new Array<number>(second.length + 1).fill(0))
  const at = (i: number, j: number) => best[i]?.[j] ?? Number.POSITIVE_INFINITY
  const alone = (message: SeenMessage | undefined) =>
    message ? (message.byPerson ? ALONE_OF_PERSON : ALONE) : Number.POSITIVE_INFINITY
  const steps = (i: number, j: number) => [
    { cost: cost(i, j) + at(i + 1, j + 1), i: 1, j: 1 },
    { cost: alone(second[j]) + at(i, j + 1), i: 0, j: 1 },
    { cost: alone(first[i]) + at(i + 1, j), i: 1, j: 0 },
  ]
  for (let i = first.length; i >= 0; i--) {
    for (let j = second.length; j >= 0; j--) {
      if (i === first.length && j === second.length) continue
      const row = best[i] as number[]
      row[j] = Math.min(...steps(i, j).map((step) => step.cost))
    }
  }
  const pairs: Pair[] = []
  for (let i = 0, j = 0; i < first.length || j < second.length; ) {
    const step = steps(i, j).find(({ cost }) => cost === at(i, j)) as { i: number; j: number }
    pairs.push({ ...(step.i && { first: i }), ...(step.j && { second: j }) })
    i += step.i
    j += step.j
  }
  return pairs
}

function pairCosts(first: readonly SeenMessage[], second: readonly SeenMessage[]) {
  const [ones, others] = [first, second].map((all) => all.map((each) => JSON.stringify(each))) as [string[], string[]]
  return (i: number, j: number) => {
    if (ones[i] === others[j]) return 0
    const [one, other] = [first[i], second[j]]
    if (one?.author !== other?.author) return Number.POSITIVE_INFINITY
    return one?.text === other?.text ? SAME_TEXT : 2 * ALONE * (1 - similarity(one?.text, other?.text))
  }
}
