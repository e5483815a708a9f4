// One call of a bot, as the door brings it.

import type { Refusal } from '../spec/refusals.ts'
import type { Input } from './operations/operation.ts'

export interface BotCall {
  token: string
  method: string
  /** The parameters, or why they cannot be read. */
  input: Input | Refusal
  /** Whether the request has a place among the file transfers. */
  transferring?: boolean
  /** Gives what is aborted when the caller hangs up; only a call that waits asks for it. */
  signal?: () => AbortSignal
}
