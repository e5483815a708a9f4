// A bot's call, as the HTTP server passes it to the emulator.

import type { Refusal } from '../spec/refusals.ts'
import type { Input } from './operations/operation.ts'

export interface BotCall {
  token: string
  method: string
  input: Input | Refusal
  /** True if the request has a slot for file transfers. */
  transferring?: boolean
  /** Aborts if the client disconnects. A function, because only a call that waits needs the signal. */
  signal?: () => AbortSignal
}
