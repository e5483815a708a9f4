// A bot's call, as the HTTP server passes it to the emulator.

import type { Refusal } from '../spec/refusals.ts'
import type { Input } from './operations/operation.ts'

export interface BotCall {
  token: string
  method: string
  input: Input | Refusal
  /** True if the request has one of the limited slots for file transfers. */
  transferring?: boolean
  /**
   * Returns a signal that aborts if the client disconnects. It is a function, because only a call that waits for
   * updates needs the signal.
   */
  signal?: () => AbortSignal
}
