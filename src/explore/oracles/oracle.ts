// What an oracle judges, and what it reports.

import type { WrittenStep } from '../../scenario/record.ts'
import type { Memory } from '../memory.ts'
import type { Move } from '../moves.ts'
import type { Observation } from '../observation.ts'

export interface Suspicion {
  kind: string
  /** What happened and what was expected, in words. */
  summary: string
  /** The same for every suspicion with the same cause. */
  cause: string
  /** Steps after the moves that fail on the bot. Empty if the scenario fails by itself. */
  check: WrittenStep[]
  /** Moves that a restarted bot must answer, otherwise the suspicion does not count. */
  control?: Move[]
}

export interface Judged {
  observation: Observation
  /** The earlier moves of the conversation. */
  history: readonly Observation[]
  memory: Memory
}

export type Oracle = (judged: Judged) => Suspicion | undefined
