// updateBot: other facts of a bot; `suspended` is the service's sanction.

import * as z from 'zod'
import { requireFreeHandle, requireFreeUsername } from '../../messenger/users/handles.ts'
import { botNamed, personNamed } from '../../messenger/users/named.ts'
import { newToken } from '../../messenger/users/new-id.ts'
import { viewBot } from '../build-views/people.ts'
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
  result: 'BotView',
  run(tx, { bot: ref, owner, token, ...changes }) {
    const bot = botNamed(tx, ref)
    const { handle, username } = changes
    if (handle !== undefined && handle !== bot.handle) requireFreeHandle(tx, handle)
    requireFreeUsername(tx, username, bot.username)
    tx.store.users.change(bot, changes)
    tx.store.bots.change(bot, {
      ...changes,
      ...(token !== undefined && token !== bot.token && { token: newToken(tx, token, bot.id) }),
      ...(owner !== undefined && { owner: personNamed(tx, owner).id }),
    })
    tx.emit({ type: 'bot', bot: bot.id })
    return viewBot(tx, botNamed(tx, bot.id))
  },
})
