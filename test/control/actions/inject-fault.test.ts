// Injected faults: what each does to a call, which calls it meets, and what is told of it.

import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createEmulator } from '../../../src/emulator.ts'
import { listen } from '../../../src/http/listen.ts'
import { granted, NOON, refused } from '../../helpers/service.ts'
import { ALICE, GREETER, stage, WITH_ALICE } from '../../helpers/stage.ts'
import { until } from '../../helpers/until.ts'

const hi = { chat_id: ALICE.id, text: 'hi' }
const message = (message_id: number, text = 'hi') =>
  granted({ message_id, from: GREETER, chat: WITH_ALICE, date: NOON, text })

const messages = async ({ s }: Awaited<ReturnType<typeof stage>>) =>
  (await s.view('/chats/alice/messages?bot=greeter')).map(({ text }: { text: string }) => text)

/** Why a call got no answer, in the client's own words. */
/** Of fetch it is the cause that says it. */
const brokenBy = async (call: Promise<unknown>) => {
  try {
    return { answered: await call }
  } catch (error) {
    const { cause = error } = error as Error
    return (cause as { code?: string }).code
  }
}

describe('a status', () => {
  it('has the whole text that is given, and nothing is done', async () => {
    const here = await stage()
    const before = await messages(here)
    await here.s.act('injectFault', { operation: 'sendMessage', status: 500, description: 'Internal Server Error: x' })
    expect(await here.bot.call('sendMessage', hi)).toEqual(refused(500, 'Internal Server Error: x'))
    expect(await messages(here)).toEqual(before)
    expect(await here.bot.call('sendMessage', hi)).toEqual(message(4))
  })

  it('has its usual words without a text', async () => {
    const { s, bot } = await stage()
    await s.act('injectFault', { status: 502 })
    expect(await bot.call('getMe')).toEqual(refused(502, 'Bad Gateway'))
  })

  it('carries retry_after as a parameter, whatever the text', async () => {
    const { s, bot } = await stage()
    await s.act('injectFault', { status: 429, retry_after: 7, description: 'Too Many Requests: retry after 7' })
    expect(await bot.call('getMe')).toEqual(refused(429, 'Too Many Requests: retry after 7', { retry_after: 7 }))
    await s.act('injectFault', { retry_after: 3 })
    expect(await bot.call('getMe')).toEqual(refused(429, 'Too Many Requests', { retry_after: 3 }))
    await s.act('injectFault', { status: 503, retry_after: 2 })
    expect(await bot.call('getMe')).toEqual(refused(503, 'Service Unavailable', { retry_after: 2 }))
  })
})

describe('which calls', () => {
  it('once, unless told how often', async () => {
    const { s, bot } = await stage()
    await s.act('injectFault', { status: 500, times: 2 })
    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push((await bot.call('getMe')).status)
    expect(statuses).toEqual([500, 500, 200, 200])
  })

  it('every third, without end or a number of times', async () => {
    const { s, bot } = await stage()
    await s.act('injectFault', { operation: 'getMe', status: 500, every: 3 })
    await s.act('injectFault', { operation: 'getChat', status: 500, every: 2, times: 1 })
    const statuses = []
    for (let i = 0; i < 9; i++) statuses.push((await bot.call('getMe')).status)
    expect(statuses).toEqual([200, 200, 500, 200, 200, 500, 200, 200, 500])
    const others = []
    for (let i = 0; i < 4; i++) others.push((await bot.call('getChat', { chat_id: ALICE.id })).status)
    expect(others).toEqual([200, 500, 200, 200])
  })

  it('of one bot, of one operation under any of its names', async () => {
    const { s, bot } = await stage()
    const other = await s.bot({ first_name: 'Other' })
    await s.act('injectFault', { bot: 'greeter', operation: 'getChatMembersCount', status: 500 })
    expect((await other.call('getChatMemberCount', { chat_id: ALICE.id })).status).toBe(400)
    expect((await bot.call('getMe')).status).toBe(200)
    expect((await bot.call('getChatMemberCount', { chat_id: ALICE.id })).status).toBe(500)
  })

  it.each(['json', 'query', 'form', 'multipart'] as const)('with matching parameters, in %s', async (via) => {
    const { s, bot } = await stage()
    await s.act('injectFault', { operation: 'sendMessage', match: { chat_id: 'alice', text: '/^b/' }, status: 500 })
    expect((await bot.call('sendMessage', { ...hi, text: 'a' }, via)).status).toBe(200)
    expect((await bot.call('sendMessage', { ...hi, text: 'b' }, via)).status).toBe(500)
    expect((await bot.call('sendMessage', { ...hi, text: 'b' }, via)).status).toBe(200)
  })

  it('one after the other, in the order in which they were set', async () => {
    const { s, bot } = await stage()
    await s.act('injectFault', { status: 500 })
    await s.act('injectFault', { status: 502 })
    expect([(await bot.call('getMe')).status, (await bot.call('getMe')).status]).toEqual([500, 502])
  })
})

describe('what becomes of the answer', () => {
  it('drop before: nothing is done, and the connection breaks', async () => {
    const here = await stage()
    const before = await messages(here)
    await here.s.act('injectFault', { operation: 'sendMessage', drop: 'before' })
    expect(await brokenBy(here.bot.call('sendMessage', hi))).toMatch(/ECONNRESET|UND_ERR_SOCKET/)
    expect(await messages(here)).toEqual(before)
    expect((await here.s.view('/calls')).at(-1)).toMatchObject({
      method: 'sendMessage',
      status: 0,
      ok: false,
      why: 'injected fault 1: connection closed, call not executed',
    })
  })

  it('drop after: it is done, and the connection breaks', async () => {
    const here = await stage()
    const before = await messages(here)
    await here.s.act('injectFault', { operation: 'sendMessage', drop: 'after' })
    expect(await brokenBy(here.bot.call('sendMessage', hi))).toMatch(/ECONNRESET|UND_ERR_SOCKET/)
    expect(await messages(here)).toEqual([...before, 'hi'])
    expect((await here.s.view('/calls')).at(-1)).toMatchObject({
      status: 200,
      body: { result: { text: 'hi' } },
      why: 'injected fault 1: call executed, answer lost',
    })
  })

  it('drop beside a status: of an answer that is lost nobody hears a status', async () => {
    const { s, bot } = await stage()
    await s.act('injectFault', { operation: 'sendMessage', status: 500, drop: 'after' })
    expect(await brokenBy(bot.call('sendMessage', hi))).toMatch(/ECONNRESET|UND_ERR_SOCKET/)
    expect((await s.view('/calls')).at(-1)).toMatchObject({ status: 200, body: { result: { text: 'hi' } } })
  })

  it('drop after getUpdates with an offset: what it acknowledged is gone', async () => {
    const { s, bot } = await stage()
    await s.act('injectFault', { operation: 'getUpdates', drop: 'after' })
    expect(await brokenBy(bot.call('getUpdates', { offset: 8 }))).toMatch(/ECONNRESET|UND_ERR_SOCKET/)
    expect((await s.view('/bots/greeter/updates')).map((one: { update_id: number }) => one.update_id)).toEqual([8])
  })

  it('hang: no answer at all, nothing done', async () => {
    const here = await stage()
    const before = await messages(here)
    await here.s.act('injectFault', { operation: 'sendMessage', hang: true })
    const waiting = fetch(`${here.s.url}/bot${here.bot.token}/sendMessage?chat_id=201&text=hi`, {
      signal: AbortSignal.timeout(300),
    })
    await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(await messages(here)).toEqual(before)
    expect(await here.bot.call('sendMessage', hi)).toEqual(message(4))
  })

  it('delay_ms: the call is carried out later, in real time', async () => {
    const { s, bot } = await stage()
    await s.act('injectFault', { operation: 'sendMessage', delay_ms: 200 })
    const first = bot.call('sendMessage', { ...hi, text: 'first' })
    await pause(100)
    expect(await bot.call('sendMessage', { ...hi, text: 'second' })).toEqual(message(4, 'second'))
    expect(await first).toEqual(message(5, 'first'))
    expect((await s.view('/calls')).at(-1).why).toBe('injected fault 1: delayed by 200 ms')
  })

  it('delay_ms goes with a status', async () => {
    const { s, bot } = await stage()
    await s.act('injectFault', { status: 500, delay_ms: 50 })
    expect(await bot.call('getMe')).toEqual(refused(500, 'Internal Server Error'))
    expect((await s.view('/calls')).at(-1).why).toBe('injected fault 1: delayed by 50 ms, 500 Internal Server Error')
  })

  it('a caller in the same process is told', async () => {
    const { s, bot } = await stage()
    const call = () => s.emulator.call({ token: bot.token, method: 'getMe', input: {} })
    for (const effect of [{ drop: 'before' }, { hang: true }]) {
      await s.act('injectFault', effect)
      expect(await call()).toMatchObject({ status: 0, body: '{}', lost: 'drop' in effect ? 'reset' : 'silence' })
    }
    await s.act('injectFault', { drop: 'after' })
    expect(await call()).toMatchObject({ status: 200, lost: 'reset' })
  })
})

it('whoever is held back or waits for nothing hears of the end when the emulator closes', async () => {
  const emulator = createEmulator()
  const server = await listen(emulator)
  const { token } = emulator.perform('createBot', { first_name: 'Greeter' }) as { token: string }
  emulator.perform('injectFault', { delay_ms: 3_600_000 })
  emulator.perform('injectFault', { hang: true })
  const url = `${server.url}/bot${token}/getMe`
  const inProcess = emulator.call({ token, method: 'getMe', input: {} })
  const overHttp = brokenBy(fetch(url))
  await until(() => (emulator.view('/faults') as { fired: number }[]).every(({ fired }) => fired > 0))
  const before = performance.now()
  await server.close()
  await emulator.close()
  expect(await inProcess).toMatchObject({ lost: 'reset' })
  expect(await overHttp).toMatch(/ECONNRESET|UND_ERR_SOCKET/)
  expect(performance.now() - before).toBeLessThan(2000)
})

describe('updates', () => {
  const ids = async (bot: { ok(method: string, params: object): Promise<{ update_id: number }[]> }, params: object) =>
    (await bot.ok('getUpdates', params)).map((one) => one.update_id)

  it('twice in one answer', async () => {
    const { s, bot } = await stage()
    await s.act('injectFault', { duplicate_updates: true })
    expect(await ids(bot, { offset: 7 })).toEqual([7, 7, 8, 8])
    expect(await ids(bot, { offset: 7 })).toEqual([7, 8])
  })

  it('only those that match', async () => {
    const { s, bot } = await stage()
    await s.act('injectFault', { duplicate_updates: true, match: { message: { text: 'hello' } } })
    expect(await ids(bot, { limit: 2 })).toEqual([1, 2])
    expect(await ids(bot, { offset: 7 })).toEqual([7, 8, 8])
  })

  it('in another order, once there are two', async () => {
    const { s, bot } = await stage()
    await s.act('injectFault', { reorder_updates: true })
    expect(await ids(bot, { offset: 6, limit: 1 })).toEqual([6])
    expect(await ids(bot, {})).toEqual([8, 7, 6])
    expect(await ids(bot, {})).toEqual([6, 7, 8])
    const reordered = (await s.view('/calls')).filter((call: { why?: string }) => call.why)
    expect(reordered.map((call: { why: string }) => call.why)).toEqual([
      'injected fault 1: updates delivered in another order',
    ])
  })
})

describe('what is told', () => {
  it('the view shows what is set, how often it struck, and what never did', async () => {
    const { s, bot } = await stage()
    await s.act('injectFault', { bot: 'greeter', operation: 'getMe', status: 429, times: 2 })
    await s.act('injectFault', { match: { text: 'never' }, drop: 'after' })
    await bot.call('getMe')
    const [first, second] = [
      {
        id: 1,
        bot: 'greeter',
        operation: 'getMe',
        match: null,
        every: 1,
        times: 2,
        status: 429,
        description: 'Too Many Requests',
        retry_after: 1,
        seen: 1,
        fired: 1,
        spent: false,
      },
      {
        id: 2,
        bot: null,
        operation: null,
        match: { text: 'never' },
        every: 1,
        times: 1,
        drop: 'after',
        seen: 0,
        fired: 0,
        spent: false,
      },
    ]
    expect(await s.view('/faults')).toEqual([first, second])
    expect(await s.view('/faults?fired=false')).toEqual([second])
    expect(await s.view('/faults?bot=greeter')).toEqual([first])
    await bot.call('getMe')
    expect(await s.view('/faults?fired=true')).toEqual([{ ...first, seen: 2, fired: 2, spent: true }])
  })

  it('an event when it strikes', async () => {
    const { s, bot } = await stage()
    await s.act('injectFault', { status: 500 })
    await bot.call('getMe')
    const stop = new AbortController()
    const events = s.emulator.feed({ after: '0', type: 'fault' }, stop.signal)
    const { value } = await events.next()
    stop.abort()
    expect(value).toMatchObject({ bot: 'greeter', fault: 1, why: 'injected fault 1: 500 Internal Server Error' })
  })

  it('clearFaults takes all away, those of a bot, or one, and says which', async () => {
    const { s, bot } = await stage()
    await s.bot({ first_name: 'Other', handle: 'other' })
    await s.act('injectFault', { bot: 'greeter', status: 500 })
    await s.act('injectFault', { bot: 'other', status: 500 })
    await s.act('injectFault', { status: 502 })
    expect((await s.act('clearFaults', { bot: 'greeter' })).map(({ id }: { id: number }) => id)).toEqual([1])
    expect((await bot.call('getMe')).status).toBe(502)
    expect((await s.act('clearFaults', { fault: 2 })).map(({ id }: { id: number }) => id)).toEqual([2])
    const gone = await s.act('clearFaults')
    expect(gone.map(({ id, fired }: { id: number; fired: number }) => [id, fired])).toEqual([[3, 1]])
    expect(await s.view('/faults')).toEqual([])
    expect((await bot.call('getMe')).status).toBe(200)
  })
})

describe('what makes no fault', () => {
  const BAD: [object, string, RegExp][] = [
    [{}, 'bad-fault', /exactly one effect/],
    [{ hang: true, drop: 'after' }, 'bad-fault', /exactly one effect/],
    [{ hang: true, duplicate_updates: true }, 'bad-fault', /exactly one effect/],
    [{ webhook: 500, delay_ms: 5 }, 'bad-fault', /delay_ms delays calls/],
    [{ webhook: 500, operation: 'getMe' }, 'bad-fault', /combined with operation/],
    [{ duplicate_updates: true, operation: 'getMe' }, 'bad-fault', /does not return updates/],
    [{ status: 200 }, 'invalid-params', /status/],
    [{ status: 500, times: 0 }, 'invalid-params', /times/],
    [{ status: 500, every: 0 }, 'invalid-params', /every/],
    [{ webhook: 204 }, 'invalid-params', /webhook/],
    [{ status: 500, bot: 'nobody' }, 'not-found', /nobody/],
    [{ status: 500, operation: 'sendMesage' }, 'unknown-operation', /sendMesage/],
  ]
  it.each(BAD)('%j', async (params, code, message) => {
    const { s } = await stage()
    const { status, body } = await s.tryAct('injectFault', params)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body.error).toMatchObject({ code, message: expect.stringMatching(message) })
    expect(await s.view('/faults')).toEqual([])
  })
})

it('at most 1000 faults wait to strike; those that are used up do not count', async () => {
  const { s, bot } = await stage()
  for (let i = 0; i < 1000; i++) await s.act('injectFault', { status: 500, operation: 'getMe' })
  const error = {
    code: 'too-many-faults',
    message: 'The emulator already has 1000 faults.',
    hint: 'Remove faults first, with the action clearFaults.',
  }
  expect((await s.tryAct('injectFault', { status: 500 })).body.error).toEqual(error)
  await bot.call('getMe')
  expect((await s.tryAct('injectFault', { status: 500 })).status).toBe(200)
})
