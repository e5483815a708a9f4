// Who waits for a bot's reply, and for which.

import type { Who } from '../who.ts'

export interface Reader {
  id: number
  first_name: string
}

export interface ReplyQuery {
  /** Seconds, or a text such as 500ms; 4 unless given. */
  within?: number | string
  /** Only what this bot wrote. */
  from?: Who
  /** Only what stands in this chat; a bot names the private chat with it. */
  chat?: Who
  /** Only this text or caption: whole, or as an expression. */
  text?: string | RegExp
  /** Only with these inline buttons: all of them, in their order. */
  buttons?: readonly string[]
}
