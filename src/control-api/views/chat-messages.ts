// The messages of a chat, oldest first.

import { viewMessage } from '../build-views/message.ts'
import { chatBetween } from './chat-between.ts'
import { view } from './view.ts'

export const chatMessages = view({
  path: '/chats/:chat/messages',
  query: { bot: 'ref', after: 'number', before: 'number', limit: 'number' },
  result: 'MessageView[]',
  find({ read }, { chat: ref, bot, after = 0, before = Number.MAX_SAFE_INTEGER, limit = 1000 }) {
    const chat = chatBetween(read, ref, bot)
    const rows = read.store.messages.latest(chat.chat, { after, before, most: limit })
    return rows.map((row) => viewMessage(read, chat, row))
  },
})
