// Views of people and of their chats.

import { personChat } from '../../service/messenger/chats/person-chat.ts'
import { requireBotOrChat, requirePerson } from '../../service/messenger/users/find-by-ref.ts'
import { viewChatsOfPerson, viewShownChat } from '../present/chats.ts'
import { viewUser } from '../present/people.ts'
import { requireAllowedLimit } from './chats.ts'
import { view } from './view.ts'

export const users = [
  view({
    path: '/users',
    summary: 'All people.',
    result: 'UserView[]',
    find: ({ read }) => read.store.users.people().map(viewUser),
  }),
  view({
    path: '/users/:user',
    summary: 'A person.',
    result: 'UserView',
    find: ({ read }, { user }) => viewUser(requirePerson(read, user)),
  }),
  view({
    path: '/users/:user/chats',
    summary: 'The chats of a person, with their unread counts.',
    result: 'PersonChatView[]',
    find: ({ read }, { user }) => viewChatsOfPerson(read, requirePerson(read, user)),
  }),
  view({
    path: '/users/:user/chats/:chat',
    summary: 'A chat as a person sees it, with its latest messages.',
    query: { before: 'number', limit: 'number' },
    result: 'ShownChatView',
    find({ read }, { user, chat: ref, before, limit = 2000 }) {
      requireAllowedLimit(`/users/${user}/chats/${ref}`, limit)
      const person = requirePerson(read, user)
      const place = requireBotOrChat(read, ref)
      const chat = 'chat' in place ? place.chat : personChat(read, person, ref)
      return viewShownChat(read, person, chat, limit, before)
    },
  }),
] as const
