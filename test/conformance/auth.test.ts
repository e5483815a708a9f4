// Tokens and suspension.

import { describe, expect, it } from 'vitest'
import { answerOf, granted, refused, service } from '../helpers/service.ts'
import { ALICE, GREETER, stage } from '../helpers/stage.ts'
import { until } from '../helpers/until.ts'
import { wholeState } from '../helpers/whole-state.ts'
import { ALIAS, EVERY_OPERATION } from './every-operation.ts'

const UNAUTHORIZED = refused(401, 'Unauthorized')
const SUSPENDED = refused(403, 'Forbidden: bot is suspended')
const CALLS = [...EVERY_OPERATION, { name: ALIAS, params: {} }]

const suspend = { bot: 'greeter', suspended: true }

describe('the token', () => {
  it('AUTH-01 in the path alone says which bot calls', async () => {
    const { s, bot } = await stage()
    const other = await s.bot({ first_name: 'Other' })
    expect((await bot.ok('getMe')).id).toBe(GREETER.id)
    expect((await other.ok('getMe')).id).toBe(other.id)
    const headers = { authorization: `Bearer ${other.token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ token: other.token, bot_id: other.id })
    const query = new URLSearchParams({ token: other.token, bot_id: String(other.id) })
    const response = await fetch(`${s.url}/bot${bot.token}/getMe?${query}`, { method: 'POST', headers, body })
    expect((await answerOf(response)).body.result.id).toBe(GREETER.id)
    expect((await s.call(encodeURIComponent(bot.token), 'getMe')).body.result.id).toBe(GREETER.id)
  })

  it('AUTH-02 is refused when it is wrong', async () => {
    const { s, bot } = await stage()
    const { token } = bot
    const [id, secret] = token.split(':') as [string, string]
    const last = secret.at(-1) === 'x' ? 'y' : 'x'
    const otherCase = [...secret].map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join('')
    const shortened = [token.slice(0, -1), id, secret, `${id}:`, `:${secret}`]
    const changed = [
      token.slice(0, -1) + last,
      `${id}:${otherCase}`,
      `901:${secret}`,
      `0${token}`,
      `${token}x`,
      `${token}%20`,
    ]
    const others = ['wrong', '%', '%00', '900:%F0%9F%99%82', "' or 1=1 --"]
    for (const wrong of [...shortened, ...changed, ...others]) {
      expect(await s.call(wrong, 'getMe'), wrong).toEqual(UNAUTHORIZED)
    }
    expect((await s.call(token, 'getMe')).status).toBe(200)
  })

  it('AUTH-03 is refused when it is missing', async () => {
    const { s, bot } = await stage()
    expect(await s.call('', 'getMe')).toEqual(UNAUTHORIZED)
    expect(await s.call('', 'getMe', { token: bot.token }, 'query')).toEqual(UNAUTHORIZED)
    expect(await s.call('', 'sendMessage', { chat_id: ALICE.id, text: 'hello' })).toEqual(UNAUTHORIZED)
  })

  it('AUTH-02 AUTH-04 is refused by every operation when it is wrong, and nothing changes', async () => {
    const staged = await stage()
    const before = await wholeState(staged)
    for (const { name, params } of CALLS) {
      for (const via of ['json', 'query'] as const) {
        expect(await staged.s.call(`${staged.bot.token}x`, name, params, via), name).toEqual(UNAUTHORIZED)
      }
    }
    expect(await wholeState(staged)).toEqual(before)
  })

  it('AUTH-02 an old one is refused once there is another', async () => {
    const { s, bot } = await stage()
    await s.act('updateBot', { bot: 'greeter', token: '900:new' })
    expect(await bot.call('getMe')).toEqual(UNAUTHORIZED)
    expect((await s.call('900:new', 'getMe')).body.result.id).toBe(GREETER.id)
  })

  it('GAP-14 is the id of the bot, a colon and 35 characters', async () => {
    const s = await service()
    const tokens = new Set<string>()
    for (let n = 0; n < 20; n++) {
      const { id, token } = await s.bot()
      expect(token).toMatch(new RegExp(`^${id}:[A-Za-z0-9_-]{35}$`))
      tokens.add(token.split(':')[1]!)
    }
    expect(tokens.size).toBe(20)
  })
})

describe('a suspended bot', () => {
  it('AUTH-05 is refused until the suspension ends, and no other bot is', async () => {
    const { s, bot } = await stage()
    const other = await s.bot({ first_name: 'Other' })
    await s.act('updateBot', suspend)
    expect(await bot.call('getMe')).toEqual(SUSPENDED)
    expect((await other.call('getMe')).status).toBe(200)
    await s.act('updateBot', { bot: 'greeter', suspended: false })
    expect((await bot.call('getMe')).status).toBe(200)
  })

  it('AUTH-05 AUTH-06 is refused by every operation, and nothing changes', async () => {
    const staged = await stage()
    await staged.s.act('updateBot', suspend)
    const before = await wholeState(staged)
    for (const { name, params } of CALLS) {
      for (const via of ['json', 'query'] as const) {
        expect(await staged.bot.call(name, params, via), name).toEqual(SUSPENDED)
      }
    }
    expect(await wholeState(staged)).toEqual(before)
  })

  it('GAP-10 hears first that its token is wrong, then of its suspension, then that there is no such operation', async () => {
    const { s, bot } = await stage()
    expect(await s.call('wrong', 'nonsense')).toEqual(UNAUTHORIZED)
    expect(await bot.call('nonsense')).toEqual(refused(404, 'Not Found'))
    await s.act('updateBot', suspend)
    expect(await s.call('wrong', 'getMe')).toEqual(UNAUTHORIZED)
    expect(await bot.call('nonsense')).toEqual(SUSPENDED)
    expect(await bot.call('getUpdates', { limit: 101 })).toEqual(SUSPENDED)
  })

  it('GAP-15 keeps its queue', async () => {
    const { s, bot } = await stage()
    await bot.drain()
    await s.act('send', { as: 'alice', to: 'greeter', text: 'before' })
    await s.act('updateBot', suspend)
    await s.act('send', { as: 'alice', to: 'greeter', text: 'meanwhile' })
    await s.act('updateBot', { bot: 'greeter', suspended: false })
    const texts = (await bot.ok('getUpdates')).map((update: { message: { text: string } }) => update.message.text)
    expect(texts).toEqual(['before', 'meanwhile'])
  })

  it('GAP-15 another poll may go on', async () => {
    const { s, bot } = await stage()
    const other = await s.bot({ first_name: 'Other' })
    const poll = other.call('getUpdates', { timeout: 5 })
    await until(() => s.isPolling(other.id))
    await s.act('updateBot', suspend)
    expect(await bot.call('getMe')).toEqual(SUSPENDED)
    await s.act('advanceClock', { seconds: 5 })
    expect(await poll).toEqual(granted([]))
  })
})
