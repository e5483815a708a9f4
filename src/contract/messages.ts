// The shapes of messages and button presses in the control API.

import * as z from 'zod'
import { Message } from '../spec/shapes.ts'
import { Named } from './people.ts'

export const MessageView = Message.extend({
  author: Named.extend({ is_bot: z.boolean() }).meta({ description: 'The author, also for a channel post.' }),
})
export type MessageView = z.infer<typeof MessageView>

export const PressView = z.union([
  z.object({ url: z.string() }),
  z.object({ callback_query_id: z.string(), data: z.string().optional(), message_id: z.int() }),
])
export type PressView = z.infer<typeof PressView>
