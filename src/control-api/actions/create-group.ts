// createGroup: a new group with its first members.

import * as z from 'zod'
import { sharedChat } from '../../messenger/chats/chat.ts'
import { createGroup as create } from '../../messenger/chats/create-chat.ts'
import { personNamed, userNamed } from '../../messenger/users/named.ts'
import { viewSharedChat } from '../build-views/chat.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const createGroup = action({
  name: 'createGroup',
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
    const group = create(tx, { ...fields, owner: personNamed(tx, owner), members: people })
    return viewSharedChat(tx, sharedChat(group))
  },
})
