// The messages of a chat, oldest first.

import { Problem } from '../../lib/problem.ts'
import { viewMessage } from '../build-views/message.ts'
import { chatBetween } from './chat-between.ts'
import { eachRow } from './each-row.ts'
import { view } from './view.ts'

/** They are read in one go. */
const MAX_MESSAGES = 10_000

export const chatMessages = view({
  path: '/chats/:chat/messages',
  query: { bot: 'ref', after: 'number', before: 'number', limit: 'number' },
  result: 'MessageView[]',
  find({ read }, { chat: ref, bot, after = 0, before = Number.MAX_SAFE_INTEGER, limit = 1000 }) {
    if (limit > MAX_MESSAGES) {
      const hint = `Ask for at most ${MAX_MESSAGES} at once, and for those before the first of them with before.`
      throw new Problem('invalid-params', `/chats/${ref}/messages: limit is ${limit}.`, hint)
    }
    const chat = chatBetween(read, ref, bot)
    const rows = read.store.messages.latest(chat.chat, { after, before, most: limit })
    return eachRow(rows, (row) => viewMessage(read, chat, row))
  },
})
