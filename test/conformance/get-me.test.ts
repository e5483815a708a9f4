// getMe: a bot's own User.

import { expect, it } from 'vitest'
import { granted, service } from '../helpers/service.ts'
import { ALICE, GREETER, stage } from '../helpers/stage.ts'

const flags = [
  { can_join_groups: true, can_read_all_group_messages: false },
  { can_join_groups: false, can_read_all_group_messages: true },
]
it.each(flags)('USR-02 USR-06 USR-07 USR-08 USR-09 USR-10 GAP-18 getMe shows a bot with %j', async (given) => {
  const s = await service()
  const bot = await s.bot({ id: 901, username: 'greeter_bot', ...given })
  const me = { id: 901, is_bot: true, first_name: 'Greeter', username: 'greeter_bot', ...given }
  expect(await bot.call('getMe', {}, 'query')).toEqual(granted({ ...me, supports_inline_queries: false }))
})

it('USR-05 USR-10 a bot may lack a username', async () => {
  const s = await service()
  const bot = await s.bot({ id: 901 })
  const me = {
    id: 901,
    is_bot: true,
    first_name: 'Greeter',
    can_join_groups: true,
    can_read_all_group_messages: true,
  }
  expect(await bot.call('getMe')).toEqual(granted({ ...me, supports_inline_queries: false }))
})

it('USR-10 getMe has the id under which the bot writes', async () => {
  const { bot } = await stage()
  const me = await bot.ok('getMe', {}, 'query')
  const { from } = await bot.ok('sendMessage', { chat_id: ALICE.id, text: 'hello' })
  expect([me.id, me.is_bot, from.id]).toEqual([GREETER.id, true, GREETER.id])
})
