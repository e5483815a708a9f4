// createChannel: a new channel, with a comments chat if asked for.

import * as z from 'zod'
import { sharedChat } from '../../messenger/chats/chat.ts'
import { createChannel as create } from '../../messenger/chats/create-chat.ts'
import { personNamed, userNamed } from '../../messenger/users/named.ts'
import { viewSharedChat } from '../build-views/chat.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const createChannel = action({
  name: 'createChannel',
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
    const channel = create(tx, { ...fields, owner: personNamed(tx, owner), subscribers: people })
    return viewSharedChat(tx, sharedChat(channel))
  },
})
