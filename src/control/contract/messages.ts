// The shapes of messages, button presses and files to send in the control API.

import * as z from 'zod'
import { Message } from '../../service/rules/shapes.ts'
import { Named } from './people.ts'

export const MessageView = Message.extend({
  author: Named.extend({ is_bot: z.boolean() }).describe('The author, also for a channel post.'),
})
export type MessageView = z.infer<typeof MessageView>

export const PressView = z.union([
  z.object({ url: z.string() }),
  z.object({ callback_query_id: z.string(), data: z.string().optional(), message_id: z.int() }),
])
export type PressView = z.infer<typeof PressView>

export interface FileToSend {
  name: string
  /** The content of the file. A string is encoded as UTF-8. */
  bytes: Uint8Array | Blob | string
}

/** A file that a person sends, as base64 in JSON. */
export interface FileInJson {
  name: string
  base64: string
}
