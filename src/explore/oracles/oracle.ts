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
  /** The last steps of the scenario, which fail on this bot. Empty if the scenario already fails at the last move. */
  check: WrittenStep[]
  /** Moves that a restarted bot must answer. If it does not answer the last one, the suspicion is dropped. */
  mustAnswer?: Move[]
  /** The moves of an earlier conversation that the failure needs. A person other than `reader` must make them. */
  earlierConversation?: { moves: Move[]; reader: string }
  /** True if a timer of the bot caused the failure. Two equal commands excuse it, because they may set two timers. */
  isByTimer?: boolean
}

export interface Judged {
  observation: Observation
  /** The observations of the earlier moves of the same conversation. */
  history: readonly Observation[]
  memory: Memory
  /** True in a replay of a suspected failure. Oracles then ask for less evidence, because the replay is shorter. */
  isRepeated?: boolean
}

export type Oracle = (judged: Judged) => Suspicion | undefined
