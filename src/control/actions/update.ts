// The actions updateUser, updateBot and updateChat.

import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { memberOf, type SharedChat, sharedChat } from '../../service/messenger/chats/chat.ts'
import { openComments } from '../../service/messenger/chats/create-chat.ts'
import { changeMember, statusAfterDemotion } from '../../service/messenger/members/membership.ts'
import { requireChannel, requireNotBanned, requireOwnMembers } from '../../service/messenger/members/person-rights.ts'
import { requireBot, requirePerson, requireSharedChat } from '../../service/messenger/users/find-by-ref.ts'
import { newToken, requireFreeHandle, requireFreeUsername } from '../../service/messenger/users/new-names.ts'
import type { Tx } from '../../service/messenger/world.ts'
import { packPermissions, unpackPermissions } from '../../service/rules/rights.ts'
import { viewBot, viewSharedChat, viewUser } from '../present/chats.ts'
import { action } from './action.ts'
import * as p from './params.ts'

const flag = (schema: z.ZodBoolean) => schema.transform((on): 0 | 1 => (on ? 1 : 0)).optional()

function changeOwner(tx: Tx, chat: SharedChat, to: p.Ref) {
  requireOwnMembers(chat)
  const next = requirePerson(tx, to)
  const [old] = tx.store.members.admins(chat.chat)
  const member = memberOf(tx, chat, next.id)
  if (!old || old.user === next.id || member?.status === 'creator') return
  requireNotBanned(chat, next, member)
  const before = tx.store.users.getOrThrow(old.user)
  changeMember(tx, chat, before, before, { status: statusAfterDemotion(chat, old) })
  changeMember(tx, chat, next, before, { status: 'creator' })
}

function requireGroupType(chat: SharedChat) {
  if (chat.kind === 'group') return
  const hint = 'Omit `type`, or choose a group instead of this chat.'
  throw new Problem('not-a-group', `${chat.title} is not a group.`, hint)
}

export const update = {
  updateUser: action({
    summary: 'Changes a person, or deletes the account.',
    params: z.strictObject({
      user: p.person,
      handle: p.handle.optional(),
      first_name: p.firstName.optional(),
      last_name: p.lastName.nullish(),
      username: p.username.nullish(),
      language_code: p.language.nullish(),
      devices: p.devices.optional(),
      deleted: z.boolean().optional().describe('True to delete the account, false to restore it.'),
    }),
    result: 'UserView',
    example: { user: 'bob', last_name: 'Smith' },
    run(tx, { user, deleted, ...changes }) {
      const person = requirePerson(tx, user)
      requireFreeHandle(tx, changes.handle, person.handle)
      requireFreeUsername(tx, changes.username, person.username)
      tx.store.users.change(person, { ...changes, ...(deleted !== undefined && { deleted: deleted ? 1 : 0 }) })
      tx.emit({ type: 'user', user: person.id })
      return viewUser(requirePerson(tx, person.id))
    },
  }),
  updateBot: action({
    summary: 'Changes a bot, or suspends it.',
    params: z.strictObject({
      bot: p.bot,
      handle: p.handle.optional(),
      token: p.token.optional(),
      first_name: p.firstName.optional(),
      username: p.username.nullish(),
      owner: p.owner.optional(),
      verified: flag(p.verified),
      accepted_terms: flag(p.acceptedTerms),
      can_join_groups: flag(p.canJoinGroups),
      can_read_all_group_messages: flag(p.canReadAll),
      suspended: flag(z.boolean().describe('True to suspend the bot, false to end the suspension.')),
    }),
    result: 'BotView',
    example: { bot: 'greeter', can_read_all_group_messages: false },
    run(tx, { bot: ref, owner, token, ...changes }) {
      const bot = requireBot(tx, ref)
      requireFreeHandle(tx, changes.handle, bot.handle)
      requireFreeUsername(tx, changes.username, bot.username)
      tx.store.users.change(bot, changes)
      tx.store.bots.change(bot, {
        ...changes,
        ...(token !== undefined && token !== bot.token && { token: newToken(tx, token, bot.id) }),
        ...(owner !== undefined && { owner: requirePerson(tx, owner).id }),
      })
      tx.emit({ type: 'bot', bot: bot.id })
      return viewBot(tx, requireBot(tx, bot.id))
    },
  }),
  updateChat: action({
    summary: 'Changes a group or channel, such as its title, username, permissions or owner.',
    params: z.strictObject({
      chat: p.sharedChat,
      handle: p.handle.optional(),
      type: p.groupType.optional(),
      title: p.title.optional(),
      username: p.username.nullish(),
      description: p.description.nullish(),
      owner: p.owner.optional(),
      official: p.official.optional(),
      comments: z.literal(true).optional().describe('Opens a chat for comments on the posts of the channel.'),
      permissions: p.permissions.optional(),
    }),
    result: 'SharedChatView',
    example: { chat: 'team', title: 'The Team' },
    run(tx, { chat: ref, owner, permissions, official, comments, ...changes }) {
      const chat = requireSharedChat(tx, ref)
      if (comments || official) requireChannel(chat)
      if (changes.type !== undefined) requireGroupType(chat)
      requireFreeHandle(tx, changes.handle, chat.handle)
      requireFreeUsername(tx, changes.username, chat.username)
      tx.store.chats.change(chat, {
        ...changes,
        ...(permissions && {
          permissions: packPermissions({ ...unpackPermissions(chat.permissions), ...permissions }),
        }),
        ...(official !== undefined && { official: official ? 1 : 0 }),
      })
      const changedChat = sharedChat(tx.store.chats.getOrThrow(chat.chat))
      if (comments) openComments(tx, changedChat)
      if (owner !== undefined) changeOwner(tx, changedChat, owner)
      tx.emit({ type: 'chat', chat: chat.chat })
      return viewSharedChat(tx, sharedChat(tx.store.chats.getOrThrow(chat.chat)))
    },
  }),
}
