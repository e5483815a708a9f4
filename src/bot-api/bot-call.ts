// A bot's call, as the HTTP server passes it on.

import type { Refusal } from '../spec/refusals.ts'
import type { Input } from './operations/operation.ts'

export interface BotCall {
  token: string
  method: string
  input: Input | Refusal
  /** True if the request has a slot among the file transfers. */
  transferring?: boolean
  /** Returns a signal that aborts if the caller disconnects; only a call that waits needs it. */
  signal?: () => AbortSignal
}
