// The actions createUser, createBot, createGroup and createChannel.

import * as z from 'zod'
import { sharedChat } from '../../service/messenger/chats/chat.ts'
import { createChannel, createGroup } from '../../service/messenger/chats/create-chat.ts'
import { createBot, createUser } from '../../service/messenger/users/create-user.ts'
import { requirePerson, requireUser } from '../../service/messenger/users/find-by-ref.ts'
import { DEFAULT_PERMISSIONS } from '../../service/rules/rights.ts'
import { viewBot, viewSharedChat, viewUser } from '../present/chats.ts'
import { action } from './action.ts'
import * as p from './params.ts'

/** The maximum number of members of a new chat, because one transaction adds all of them. More can be added later. */
const MAX_FIRST_MEMBERS = 5000

export const create = {
  createUser: action({
    summary: 'Creates a person.',
    params: z.strictObject({
      handle: p.handle.optional(),
      id: p.id.optional(),
      first_name: p.firstName,
      last_name: p.lastName.optional(),
      username: p.username.optional(),
      language_code: p.language.optional(),
      devices: p.devices.default(1),
    }),
    result: 'UserView',
    example: { handle: 'dora', first_name: 'Dora' },
    run: (tx, fields) => viewUser(createUser(tx, fields)),
  }),
  createBot: action({
    summary: 'Creates a bot with a token.',
    params: z.strictObject({
      handle: p.handle.optional(),
      id: p.id.optional(),
      token: p.token.optional(),
      first_name: p.firstName,
      username: p.username.optional(),
      owner: p.owner.optional().meta({ hint: 'a new person' }),
      verified: p.verified.default(false),
      accepted_terms: p.acceptedTerms.default(true),
      can_join_groups: p.canJoinGroups.default(true),
      can_read_all_group_messages: p.canReadAll.default(true),
    }),
    result: 'BotView',
    example: { handle: 'helper', first_name: 'Helper', username: 'helper_bot' },
    run(tx, { owner: ref, ...fields }) {
      const owner = ref === undefined ? undefined : requirePerson(tx, ref)
      return viewBot(tx, createBot(tx, { ...fields, owner }))
    },
  }),
  createGroup: action({
    summary: 'Creates a group with its first members, without messages that they joined.',
    params: z.strictObject({
      handle: p.handle.optional(),
      id: p.id.optional(),
      type: p.groupType.default('group'),
      title: p.title,
      username: p.username.optional(),
      description: p.description.optional(),
      owner: p.owner,
      members: z.array(p.user).max(MAX_FIRST_MEMBERS).default([]).describe('The first people and bots in the group.'),
      permissions: p.permissions.meta({ first: DEFAULT_PERMISSIONS }).optional(),
    }),
    result: 'SharedChatView',
    example: { handle: 'club', title: 'Club', owner: 'alice', members: ['bob', 'greeter'] },
    run(tx, { owner, members, ...fields }) {
      const people = members.map((who) => requireUser(tx, who))
      const group = createGroup(tx, { ...fields, owner: requirePerson(tx, owner), members: people })
      return viewSharedChat(tx, sharedChat(group))
    },
  }),
  createChannel: action({
    summary: 'Creates a channel. Add bots to it with promote.',
    params: z.strictObject({
      handle: p.handle.optional(),
      id: p.id.optional(),
      title: p.title,
      username: p.username.optional(),
      description: p.description.optional(),
      owner: p.owner,
      subscribers: z.array(p.person).max(MAX_FIRST_MEMBERS).default([]).describe('The first people who subscribe.'),
      comments: z.boolean().default(false).describe('True if people can comment on posts.'),
      official: p.official.default(false),
    }),
    result: 'SharedChatView',
    example: { handle: 'club', title: 'Club', owner: 'alice', subscribers: ['bob'] },
    run(tx, { owner, subscribers, ...fields }) {
      const people = subscribers.map((who) => requireUser(tx, who))
      const channel = createChannel(tx, { ...fields, owner: requirePerson(tx, owner), subscribers: people })
      return viewSharedChat(tx, sharedChat(channel))
    },
  }),
}
