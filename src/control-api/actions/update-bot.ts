// updateBot: other facts of a bot; `suspended` is the service's sanction.

import * as z from 'zod'
import { requireFreeHandle, requireFreeUsername } from '../../messenger/users/handles.ts'
import { botNamed, personNamed } from '../../messenger/users/named.ts'
import { newToken } from '../../messenger/users/new-id.ts'
import { viewBot } from '../../messenger/views.ts'
import { action } from './action.ts'
import * as p from './params.ts'

const flag = z
  .boolean()
  .transform((on): 0 | 1 => (on ? 1 : 0))
  .optional()

export const updateBot = action({
  name: 'updateBot',
  summary: 'Changes a bot, or suspends it.',
  params: z.strictObject({
    bot: p.ref,
    handle: p.handle.optional(),
    token: z.string().optional(),
    first_name: p.name.optional(),
    username: p.username.nullish(),
    owner: p.ref.optional(),
    verified: flag,
    accepted_terms: flag,
    can_join_groups: flag,
    can_read_all_group_messages: flag,
    suspended: flag,
  }),
  run(world, { bot: ref, owner, token, ...changes }) {
    const bot = botNamed(world, ref)
    const { handle, username } = changes
    if (handle !== undefined && handle !== bot.handle) requireFreeHandle(world, handle)
    if (username && username !== bot.username) requireFreeUsername(world, username)
    world.store.users.change(bot, changes)
    world.store.bots.change(bot, {
      ...changes,
      ...(token !== undefined && token !== bot.token && { token: newToken(world, token, bot.id) }),
      ...(owner !== undefined && { owner: personNamed(world, owner).id }),
    })
    world.happened({ type: 'bot', bot: bot.id })
    return viewBot(world, botNamed(world, bot.id))
  },
})
