// The chats of a person, with what is unread.

import { personNamed } from '../../messenger/users/named.ts'
import { viewChatsOfPerson } from '../build-views/person-chats.ts'
import { view } from './view.ts'

export const userChats = view({
  path: '/users/:user/chats',
  result: 'PersonChatView[]',
  find: ({ read }, { user }) => viewChatsOfPerson(read, personNamed(read, user)),
})
