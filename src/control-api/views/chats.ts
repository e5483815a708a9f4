// Every group, channel and comments chat.

import { sharedChat } from '../../messenger/chats/chat.ts'
import { viewSharedChat } from '../build-views/chat.ts'
import { view } from './view.ts'

export const chats = view({
  path: '/chats',
  result: 'SharedChatView[]',
  find: ({ read }) => read.store.chats.all().map((chat) => viewSharedChat(read, sharedChat(chat))),
})
