// Every group, channel and comments chat.

import { sharedChat } from '../../messenger/chats/chat.ts'
import { viewSharedChat } from '../build-views/chat.ts'
import { eachRow } from './each-row.ts'
import { view } from './view.ts'

export const chats = view({
  path: '/chats',
  result: 'SharedChatView[]',
  find: ({ read }) => eachRow(read.store.chats.all(), (chat) => viewSharedChat(read, sharedChat(chat))),
})
