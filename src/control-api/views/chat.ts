// One chat; the private chat of a person with `?bot=`.

import { viewChat } from '../build-views/chat.ts'
import { chatBetween } from './chat-between.ts'
import { view } from './view.ts'

export const chat = view({
  path: '/chats/:chat',
  query: { bot: 'ref' },
  result: 'ChatView',
  find: ({ read }, { chat, bot }) => viewChat(read, chatBetween(read, chat, bot)),
})
