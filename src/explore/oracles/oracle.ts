// The types of oracles: what an oracle judges, and what it reports.

import type { WrittenStep } from '../../scenario/record.ts'
import type { Memory } from '../memory.ts'
import type { Move } from '../moves.ts'
import type { Observation } from '../observation.ts'

export interface Suspicion {
  kind: string
  /** Sentences that say what happened and what was expected. */
  summary: string
  /** A text that is equal for suspicions with the same cause, so that each cause is reported once. */
  cause: string
  /** Steps that the scenario adds after the moves, and that fail on this bot. Empty if the moves alone make it fail. */
  check: WrittenStep[]
  /** Moves that a restarted bot must answer. If it does not answer the last one, the suspicion is dropped. */
  control?: Move[]
  /** Moves in an earlier conversation that are necessary for the failure. A person other than `reader` makes them. */
  prelude?: { moves: Move[]; reader: string }
  /** True if a timer of the bot caused the failure. Then the same command must not be in the moves twice. */
  isByTimer?: boolean
}

export interface Judged {
  observation: Observation
  /** The observations of the earlier moves of the same conversation. */
  history: readonly Observation[]
  memory: Memory
  /** True if a suspected failure is being repeated, so that the conversation needs to show less evidence. */
  isRepeated?: boolean
}

export type Oracle = (judged: Judged) => Suspicion | undefined
