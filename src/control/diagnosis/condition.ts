// What a wait waits for, and what it says in the end.

import type { Comparison } from '../../lib/compare/difference.ts'

export interface Condition {
  /** Returns what is found, or undefined. `again` asks for another look after some milliseconds. */
  look(again: (ms: number) => void): unknown
  /** Returns true if something like the expected has happened, so that an idle bot is soon done. */
  hasOther(): boolean
  /** `since` is the id of the event before the last action. */
  explain(ended: string, since: number): Explanation
}

export interface Explanation {
  code: string
  message: string
  /** What came closest. */
  lines?: string[]
  details?: Record<string, unknown>
  /** True if `lines` say enough without a diagnosis of the bot. */
  isExplained?: boolean
  /** True if what came closest is from before the last action. */
  isOld?: boolean
}

/** Returns the comparison with the most matching values; in a tie, the last one. */
export const mostSimilar = <Compared extends Comparison>(all: readonly Compared[]): Compared | undefined =>
  all.reduce<Compared | undefined>((best, each) => (best && best.matches > each.matches ? best : each), undefined)
