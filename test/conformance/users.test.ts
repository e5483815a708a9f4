// User: the fields of people and bots, and one id for a person everywhere.

import { describe, expect, it } from 'vitest'
import { receiver, status } from '../helpers/receiver.ts'
import { granted, refused, service } from '../helpers/service.ts'
import { ALICE, BOB, CAROL, CLUB, DAVE, GREETER, NEWS, type Stage, stage, TEAM } from '../helpers/stage.ts'
import { until } from '../helpers/until.ts'
import { HOOK } from '../helpers/webhook-bot.ts'
import { invalid } from './invalid.ts'

const UNKNOWN = refused(400, 'Bad Request: user not found')
const FLAGS = ['can_join_groups', 'can_read_all_group_messages', 'supports_inline_queries']

describe('fields', () => {
  const people = [
    { whose: 'a bare person', names: {} },
    { whose: 'a last name', names: { last_name: 'Stone' } },
    { whose: 'a username', names: { username: 'eve_one' } },
    { whose: 'a language', names: { language_code: 'pt-br' } },
    { whose: 'all of them', names: { last_name: 'Stone', username: 'eve_one', language_code: 'de' } },
  ]
  it.each(people)('USR-01 USR-02 USR-03 USR-04 USR-05 USR-06 GAP-18 $whose', async ({ names }) => {
    const s = await service()
    const bot = await s.bot()
    await s.act('createUser', { id: 77, handle: 'eve', first_name: 'Eve', ...names })
    await s.act('start', { as: 'eve', bot: bot.handle })
    const [update] = await bot.drain()
    expect(update.message.from).toEqual({ id: 77, is_bot: false, first_name: 'Eve', ...names })
  })

  it('USR-07 USR-08 USR-09 GAP-18 the three flags of bots are nowhere but in getMe', async () => {
    const { bot } = await stage()
    const { user } = await bot.ok('getChatMember', { chat_id: TEAM.id, user_id: GREETER.id })
    const { from } = await bot.ok('sendMessage', { chat_id: TEAM.id, text: 'hello' })
    expect([user, from]).toEqual([GREETER, GREETER])
    const { user: person } = await bot.ok('getChatMember', { chat_id: TEAM.id, user_id: CAROL.id })
    for (const flag of FLAGS) expect(person).not.toHaveProperty(flag)
  })
})

describe('one id for a person', () => {
  it('USR-11 in from and in the list of administrators', async () => {
    const { s, bot } = await stage()
    await bot.drain()
    await s.act('send', { as: 'bob', to: TEAM.id, text: 'hello' })
    const [update] = await bot.drain()
    const list = await bot.ok('getChatAdministrators', { chat_id: TEAM.id })
    expect(update.message.from).toEqual(BOB)
    expect(list.filter(({ user }: { user: { id: number } }) => user.id === update.message.from.id)).toHaveLength(1)
    expect(list.at(-1).user).toEqual(BOB)
  })

  it('USR-12 in new_chat_members and in from', async () => {
    const { s, bot } = await stage()
    await bot.drain()
    await s.act('join', { as: 'dave', chat: TEAM.id })
    await s.act('send', { as: 'dave', to: TEAM.id, text: 'hello' })
    const [joined, wrote] = await bot.drain()
    expect(joined.message.new_chat_members).toEqual([DAVE])
    expect(wrote.message.from).toEqual(DAVE)
  })

  it('GAP-16 for every bot', async () => {
    const { s, bot } = await stage()
    const other = await s.bot({ first_name: 'Other' })
    await s.act('start', { as: 'alice', bot: other.handle })
    const [update] = await other.drain()
    expect(update.message.from).toEqual(ALICE)
    expect((await bot.ok('getUpdates', { offset: -1 }))[0].message.from).toEqual(ALICE)
  })
})

describe('GAP-17 a bot has seen', () => {
  const ask = { chat_id: TEAM.id, user_id: DAVE.id }
  const gone = granted({ user: DAVE, status: 'left' })

  it('GAP-17 nobody without a reason', async () => {
    const { s, bot } = await stage()
    expect(await bot.call('getChatMember', ask)).toEqual(UNKNOWN)
    await s.act('createGroup', { title: 'Elsewhere', owner: 'dave', members: ['alice'] })
    await s.act('send', { as: 'dave', to: 'elsewhere', text: 'hello' })
    expect(await bot.call('getChatMember', ask)).toEqual(UNKNOWN)
  })

  it('GAP-17 who started it', async () => {
    const { s, bot } = await stage()
    await s.act('start', { as: 'dave', bot: 'greeter' })
    expect(await bot.call('getChatMember', ask)).toEqual(gone)
  })

  it('GAP-17 who started it although its filter let no message through', async () => {
    const { s, bot } = await stage()
    await bot.ok('getUpdates', { allowed_updates: ['callback_query'] })
    await s.act('start', { as: 'dave', bot: 'greeter' })
    expect(await bot.call('getChatMember', ask)).toEqual(gone)
  })

  it('GAP-17 who stands in an update it was given', async () => {
    const { s, bot } = await stage()
    await s.act('join', { as: 'dave', chat: CLUB.id })
    await bot.drain()
    expect(await bot.call('getChatMember', ask)).toEqual(gone)
  })

  it('GAP-17 nobody of an update that its filter kept away', async () => {
    const { s, bot } = await stage()
    await bot.ok('getUpdates', { allowed_updates: ['callback_query'] })
    await s.act('join', { as: 'dave', chat: TEAM.id })
    await s.act('send', { as: 'dave', to: TEAM.id, text: 'hello' })
    expect(await bot.call('getChatMember', ask)).toEqual(UNKNOWN)
  })

  /** The ways in which what waits goes without having been received. */
  const DROPPED: [string, (here: Stage) => Promise<unknown>][] = [
    ['deleteWebhook', ({ bot }) => bot.ok('deleteWebhook', { drop_pending_updates: true })],
    ['an offset beyond it', ({ bot }) => bot.ok('getUpdates', { offset: 1000 })],
    ['the last one alone', ({ bot }) => bot.ok('getUpdates', { offset: -1 })],
    ['a day', ({ s }) => s.act('advanceClock', { seconds: 24 * 3600 })],
    ['a reset of the queues', ({ s }) => s.act('reset', { layer: 'queues' })],
  ]
  it.each(DROPPED)('GAP-17 nobody of an update that %s drops before it is received', async (_, drop) => {
    const here = await stage()
    const { s, bot } = here
    await s.act('join', { as: 'dave', chat: CLUB.id })
    await s.act('send', { as: 'alice', to: 'greeter', text: 'the last one' })
    await drop(here)
    expect(await bot.call('getChatMember', ask)).toEqual(UNKNOWN)
  })

  it('GAP-17 who stands in an update that waits, and nobody of whom a text speaks', async () => {
    const { s, bot } = await stage()
    await s.act('send', { as: 'alice', to: 'greeter', text: `"id":${DAVE.id},` })
    expect(await bot.call('getChatMember', ask)).toEqual(UNKNOWN)
    await s.act('join', { as: 'dave', chat: CLUB.id })
    expect(await bot.call('getChatMember', ask)).toEqual(gone)
  })

  it('GAP-17 who stands in an update that was received and then dropped', async () => {
    const { s, bot } = await stage()
    await s.act('join', { as: 'dave', chat: CLUB.id })
    await bot.ok('getUpdates')
    await bot.ok('deleteWebhook', { drop_pending_updates: true })
    expect(await bot.call('getChatMember', ask)).toEqual(gone)
  })

  /** Of Dave's coming, and drops it then. */
  async function tryToDeliver({ s, bot }: Stage, to: { origin: string }) {
    await s.act('updateService', { webhook_routes: { [new URL(HOOK).hostname]: to.origin } })
    await bot.ok('setWebhook', { url: HOOK, drop_pending_updates: true })
    await s.act('join', { as: 'dave', chat: CLUB.id })
    await until(async () => (await s.view('/bots/greeter/deliveries')).length >= 1)
    await bot.ok('deleteWebhook', { drop_pending_updates: true })
  }

  it('GAP-17 who stands in an update that its webhook answered, be it with an error', async () => {
    for (const code of [200, 500]) {
      const here = await stage()
      await tryToDeliver(here, await receiver(status(code)))
      expect(await here.bot.call('getChatMember', ask)).toEqual(gone)
    }
  })

  it('GAP-17 nobody of an update that found no receiver', async () => {
    const here = await stage()
    const to = await receiver()
    await to.close()
    await tryToDeliver(here, to)
    expect(await here.bot.call('getChatMember', ask)).toEqual(UNKNOWN)
  })

  it('GAP-17 who stands in a result it was given', async () => {
    const { s, bot } = await stage()
    await bot.ok('getUpdates', { allowed_updates: ['callback_query'] })
    await s.act('promote', { as: 'alice', chat: NEWS.id, who: 'dave' })
    expect(await bot.call('getChatMember', ask)).toEqual(UNKNOWN)
    await bot.ok('getChatAdministrators', { chat_id: NEWS.id })
    expect(await bot.call('getChatMember', ask)).toEqual(gone)
  })

  it('GAP-17 each bot for itself', async () => {
    const { s, bot } = await stage()
    const other = await s.bot({ first_name: 'Other' })
    await s.act('start', { as: 'dave', bot: other.handle })
    await other.drain()
    expect(await bot.call('getChatMember', ask)).toEqual(UNKNOWN)
  })
})

describe('GAP-29 user_id', () => {
  const params = { chat_id: TEAM.id, permissions: {} }
  const malformed: unknown[] = ['carol', '', '@carol', 20.5, '20.5', true, [203], { id: 203 }]
  it.each(['getChatMember', 'restrictChatMember', 'unbanChatMember'])(
    'GAP-29 of %s has to be an integer',
    async (method) => {
      const { bot } = await stage()
      expect(await bot.call(method, params)).toEqual(invalid('user_id'))
      for (const user_id of malformed) {
        expect(await bot.call(method, { ...params, user_id }), String(user_id)).toEqual(invalid('user_id'))
      }
    },
  )
})
