// createBot: a new bot, with its token.

import * as z from 'zod'
import { createBot as create } from '../../messenger/users/create-user.ts'
import { personNamed } from '../../messenger/users/named.ts'
import { viewBot } from '../build-views/people.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const createBot = action({
  name: 'createBot',
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
    return viewBot(tx, create(tx, { ...fields, owner: owner === undefined ? undefined : personNamed(tx, owner) }))
  },
})
