// chat: a conversation as a person sees it.

import * as z from 'zod'
import type { MessageView } from '../../contract/messages.ts'
import { messageText } from '../../describe/message.ts'
import { newestLines, quoted } from '../answer-text.ts'
import { tool } from '../tool.ts'

export const chat = tool({
  name: 'chat',
  description: 'A conversation as a person sees it, newest last, with the buttons of each message.',
  params: z.strictObject({
    as: z.string().describe('handle or id of the person'),
    chat: z.string().describe('a bot, for the private chat with it, or a group or channel'),
    last: z.int().min(1).default(10),
  }),
  readOnly: true,
  async answer(client, { as, chat, last }) {
    const { messages } = await client.view('/users/:user/chats/:chat', { user: as, chat })
    return newestLines(messages.slice(-last).map(messageLine), 'ask for `object`s') || 'Nothing has been said here.'
  },
})

const messageLine = (message: MessageView) =>
  messageText(message, quoted, `message ${message.message_id}, ${message.author.handle}`)
