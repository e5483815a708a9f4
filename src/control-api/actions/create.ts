// createUser, createBot, createGroup and createChannel.

import * as z from 'zod'
import { sharedChat } from '../../messenger/chats/chat.ts'
import { createChannel, createGroup } from '../../messenger/chats/create-chat.ts'
import { createBot, createUser } from '../../messenger/users/create-user.ts'
import { personNamed, userNamed } from '../../messenger/users/named.ts'
import { viewSharedChat } from '../build-views/chats.ts'
import { viewBot, viewUser } from '../build-views/people.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const create = {
  createUser: action({
    summary: 'Makes a new person.',
    params: z.strictObject({
      handle: p.handle.optional(),
      id: p.id.optional(),
      first_name: p.name,
      last_name: p.name.optional(),
      username: p.username.optional(),
      language_code: z.string().optional(),
      devices: z.int().min(0).default(1),
    }),
    result: 'UserView',
    run: (tx, fields) => viewUser(createUser(tx, fields)),
  }),
  createBot: action({
    summary: 'Makes a new bot and gives it a token.',
    params: z.strictObject({
      handle: p.handle.optional(),
      id: p.id.optional(),
      token: z.string().optional(),
      first_name: p.name,
      username: p.username.optional(),
      owner: p.ref.optional(),
      verified: z.boolean().default(false),
      accepted_terms: z.boolean().default(true),
      can_join_groups: z.boolean().default(true),
      can_read_all_group_messages: z.boolean().default(true),
    }),
    result: 'BotView',
    run(tx, { owner, ...fields }) {
      return viewBot(tx, createBot(tx, { ...fields, owner: owner === undefined ? undefined : personNamed(tx, owner) }))
    },
  }),
  createGroup: action({
    summary: 'Makes a new group; its first members are simply there, without joining messages.',
    params: z.strictObject({
      handle: p.handle.optional(),
      id: p.id.optional(),
      type: z.enum(['group', 'supergroup']).default('group'),
      title: p.name,
      username: p.username.optional(),
      description: z.string().optional(),
      owner: p.ref,
      members: z.array(p.ref).default([]),
      permissions: p.permissions.optional(),
    }),
    result: 'SharedChatView',
    run(tx, { owner, members, ...fields }) {
      const people = members.map((who) => userNamed(tx, who))
      const group = createGroup(tx, { ...fields, owner: personNamed(tx, owner), members: people })
      return viewSharedChat(tx, sharedChat(group))
    },
  }),
  createChannel: action({
    summary: 'Makes a new channel; bots come into it by promote.',
    params: z.strictObject({
      handle: p.handle.optional(),
      id: p.id.optional(),
      title: p.name,
      username: p.username.optional(),
      description: z.string().optional(),
      owner: p.ref,
      subscribers: z.array(p.ref).default([]),
      comments: z.boolean().default(false),
      official: z.boolean().default(false),
    }),
    result: 'SharedChatView',
    run(tx, { owner, subscribers, ...fields }) {
      const people = subscribers.map((who) => userNamed(tx, who))
      const channel = createChannel(tx, { ...fields, owner: personNamed(tx, owner), subscribers: people })
      return viewSharedChat(tx, sharedChat(channel))
    },
  }),
}
