// Views of people and of their chats.

import { personChat } from '../../messenger/chats/person-chat.ts'
import { personNamed, placeNamed } from '../../messenger/users/named.ts'
import { viewChatsOfPerson, viewShownChat } from '../build-views/chats.ts'
import { viewUser } from '../build-views/people.ts'
import { eachRow, view } from './view.ts'

export const users = [
  view({
    path: '/users',
    result: 'UserView[]',
    find: ({ read }) => eachRow(read.store.users.people(), viewUser),
  }),
  view({
    path: '/users/:user',
    result: 'UserView',
    find: ({ read }, { user }) => viewUser(personNamed(read, user)),
  }),
  view({
    path: '/users/:user/chats',
    result: 'PersonChatView[]',
    find: ({ read }, { user }) => viewChatsOfPerson(read, personNamed(read, user)),
  }),
  view({
    path: '/users/:user/chats/:chat',
    result: 'ShownChatView',
    find({ read }, { user, chat: ref }) {
      const person = personNamed(read, user)
      const place = placeNamed(read, ref)
      return viewShownChat(read, person, 'chat' in place ? place.chat : personChat(read, person, ref))
    },
  }),
] as const
