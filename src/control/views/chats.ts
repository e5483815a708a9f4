// Views of people and chats: members and messages.

import { Problem } from '../../lib/problem.ts'
import { type Chat, memberOf, privateChat, sharedChat } from '../../service/messenger/chats/chat.ts'
import { personChat } from '../../service/messenger/chats/person-chat.ts'
import { nonMember } from '../../service/messenger/members/membership.ts'
import {
  requireBot,
  requireBotOrChat,
  requirePerson,
  requireSharedChat,
  requireUser,
} from '../../service/messenger/users/find-by-ref.ts'
import type { Read } from '../../service/messenger/world.ts'
import {
  viewChat,
  viewChatsOfPerson,
  viewMember,
  viewMessage,
  viewSharedChat,
  viewShownChat,
  viewUser,
} from '../present/chats.ts'
import { view } from './view.ts'

/** The maximum number of messages in a result, because the database reads all of them at once. */
const MAX_MESSAGES = 10_000

export function chatBetween(read: Read, ref: string, botRef: string | undefined): Chat {
  if (botRef === undefined) return requireSharedChat(read, ref)
  const person = requirePerson(read, ref)
  const bot = requireBot(read, botRef)
  const chat = privateChat(read, bot.id, person.id)
  if (chat) return chat
  const hint = 'Start the bot first, with the action start.'
  throw new Problem('not-started', `${person.first_name} has not started ${bot.first_name}.`, hint)
}

export function requireAllowedLimit(path: string, limit: number) {
  if (limit <= MAX_MESSAGES) return
  const hint = `Pass a \`limit\` of at most ${MAX_MESSAGES}. To load older messages, pass \`before\`.`
  throw new Problem('invalid-params', `${path}: \`limit\` is too large: ${limit}.`, hint)
}

export const chats = [
  view({
    path: '/chats',
    summary: 'All groups and channels.',
    result: 'SharedChatView[]',
    find: ({ read }) => read.store.chats.all().map((chat) => viewSharedChat(read, sharedChat(chat))),
  }),
  view({
    path: '/chats/:chat',
    summary: 'A group or a channel, or, if you pass `bot`, the private chat of a person and a bot.',
    query: { bot: 'ref' },
    result: 'ChatView',
    find: ({ read }, { chat, bot }) => viewChat(read, chatBetween(read, chat, bot)),
  }),
  view({
    path: '/chats/:chat/messages',
    summary: 'The messages of a chat, oldest first.',
    query: { bot: 'ref', after: 'number', before: 'number', limit: 'number' },
    result: 'MessageView[]',
    find({ read }, { chat: ref, bot, after = 0, before = Number.MAX_SAFE_INTEGER, limit = 1000 }) {
      requireAllowedLimit(`/chats/${ref}/messages`, limit)
      const chat = chatBetween(read, ref, bot)
      const rows = read.store.messages.latest(chat.chat, { after, before, most: limit })
      return rows.map((row) => viewMessage(read, chat, row))
    },
  }),
  view({
    path: '/chats/:chat/members',
    summary: 'The members of a chat; with `banned=true`, the banned users instead.',
    query: { banned: 'boolean' },
    result: 'MemberView[]',
    find({ read }, { chat: ref, banned = false }) {
      const chat = requireSharedChat(read, ref)
      const list = banned ? read.store.members.banned : read.store.members.present
      return list(chat.channel ?? chat.chat).map((member) => viewMember(read, member))
    },
  }),
  view({
    path: '/chats/:chat/members/:user',
    summary: 'A person or bot as a member of a chat.',
    result: 'MemberView',
    find({ read }, { chat: chatRef, user: userRef }) {
      const chat = requireSharedChat(read, chatRef)
      const user = requireUser(read, userRef)
      return viewMember(read, memberOf(read, chat, user.id) ?? nonMember(chat.chat, user))
    },
  }),
] as const

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
