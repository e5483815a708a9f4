// A bot's call, as the HTTP server passes it to the emulator.

import type { Refusal } from '../rules/refusals.ts'
import type { Input } from './operations/operation.ts'

export interface BotCall {
  token: string
  method: string
  input: Input | Refusal
  /** True if the request uploads a file, and so occupies one of the slots for parallel transfers. */
  transferring?: boolean
  /** Returns a signal that aborts if the client disconnects. Only calls that wait create this signal. */
  signal?: () => AbortSignal
}
