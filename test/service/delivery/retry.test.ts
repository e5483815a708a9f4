// What counts as delivered, and what happens to an update that is not.

import { expect, it } from 'vitest'
import { httpClient } from '../../../src/control/client/http-client.ts'
import { hooked, route, seenOf } from '../../helpers/hooked.ts'
import { type Reply, receiver, status } from '../../helpers/receiver.ts'
import { NOON, service } from '../../helpers/service.ts'
import { until } from '../../helpers/until.ts'
import { freshWebhook, HOOK } from '../../helpers/webhook-bot.ts'

const failed = (last_error_message: string, last_error_date = NOON) => ({
  pending_update_count: 1,
  last_error_date,
  last_error_message,
})

it.each([200, 201, 202, 204, 206, 299])('HOOK-42 GAP-87 takes %d for success', async (code) => {
  const { to, say, info, after } = await hooked(status(code))
  await say('1')
  await say('2')
  expect(await after(2)).toMatchObject([
    { update_id: 1, attempt: 1, status: code, error: null },
    { update_id: 2, attempt: 1, status: code, error: null },
  ])
  expect(to.ids()).toEqual([1, 2])
  expect(await info()).toEqual(freshWebhook(HOOK))
})

it.each([300, 304, 400, 401, 404, 409, 429, 500, 502, 503])(
  'HOOK-45 GAP-87 posts the same update again after %d',
  async (code) => {
    const { s, to, say, info, after } = await hooked(status(code, '{"ok":true}'))
    await say('1')
    await say('2')
    const error = `Wrong response from the webhook: ${code}`
    expect(await after(1)).toMatchObject([{ at: NOON, update_id: 1, attempt: 1, status: code, error }])
    expect(await info()).toEqual(freshWebhook(HOOK, { ...failed(error), pending_update_count: 2 }))
    to.replyWith(status(200))
    await s.act('advanceClock', { seconds: 1 })
    await after(3)
    expect(to.ids()).toEqual([1, 1, 2])
    expect(to.got[1]).toEqual({ ...to.got[0], connection: expect.any(Number) })
    // The last failure stays on record.
    expect(await info()).toEqual(freshWebhook(HOOK, { ...failed(error), pending_update_count: 0 }))
  },
)

it.each([301, 302, 303, 307, 308])('GAP-87 does not follow a redirect of %d', async (code) => {
  const elsewhere = await receiver()
  const { say, after } = await hooked((response) =>
    response.writeHead(code, { location: `${elsewhere.origin}/elsewhere` }).end(),
  )
  await say('1')
  expect(await after(1)).toMatchObject([{ status: code, error: `Wrong response from the webhook: ${code}` }])
  expect(elsewhere.got).toEqual([])
})

it('GAP-87 waits 1, 2, 4 and up to 60 seconds between attempts, by the clock', async () => {
  const { s, to, say, info, after } = await hooked(status(500))
  await say('1')
  await after(1)
  const delays = [1, 2, 4, 8, 16, 32, 60, 60]
  let at = NOON
  const starts = [at]
  for (const [i, delay] of delays.entries()) {
    await s.act('advanceClock', { seconds: delay - 0.001 })
    // Whatever is due by now would be sent before this is.
    expect((await info()).last_error_date).toBe(at)
    await s.act('advanceClock', { seconds: 0.001 })
    at += delay
    starts.push(at)
    await after(i + 2)
  }
  const attempts = await after(9)
  expect(attempts.map((one) => one.at)).toEqual(starts)
  expect(attempts.map((one) => one.attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(to.ids()).toEqual(Array(9).fill(1))
  expect(await info()).toEqual(freshWebhook(HOOK, failed('Wrong response from the webhook: 500', at)))
})

it('GAP-87 gives a receiver its 10 seconds by the clock as well', async () => {
  const { s, to, say, info, attempts, after } = await hooked(() => {})
  await say('1')
  await until(() => to.got.length === 1)
  await s.act('advanceClock', { seconds: 9.999 })
  expect(await attempts()).toEqual([])
  await s.act('advanceClock', { seconds: 0.001 })
  const error = 'Read timeout expired'
  expect(await after(1)).toMatchObject([{ update_id: 1, attempt: 1, status: null, error, retry_at: NOON + 11 }])
  expect(await info()).toEqual(freshWebhook(HOOK, failed(error, NOON + 10)))
  await s.act('advanceClock', { seconds: 1 })
  await until(() => to.got.length === 2)
  await s.act('advanceClock', { seconds: 10 })
  expect((await after(2))[1]).toMatchObject({ attempt: 2, at: NOON + 11, error, retry_at: NOON + 23 })
})

it('GAP-87 takes an answer that was on its way when the clock jumped', async () => {
  let release = () => {}
  const { s, to, say, attempts, after } = await hooked((response) => {
    release = () => response.writeHead(200).end()
  })
  await say('1')
  await until(() => to.got.length === 1)
  await s.act('advanceClock', { seconds: 3600 })
  // Whatever was due at once has happened by then.
  for (let i = 0; i < 5; i++) expect(await attempts()).toEqual([])
  release()
  expect(await after(1)).toMatchObject([{ update_id: 1, attempt: 1, status: 200, error: null }])
})

it('GAP-87 shows when the next attempt is due, and whether it waits for the clock', async () => {
  const { s, to, bot, say, attempts, after } = await hooked(status(500))
  const state = async () => {
    const { asks_for: _, ...rest } = await s.view(`/bots/${bot.handle}/delivery`)
    return rest
  }
  const calm = { polling: false, webhook: HOOK, waiting: 0, idle: true, retry_at: null, waits_for_clock: false }
  expect(await state()).toEqual(calm)
  await say('1')
  await after(1)
  expect((await attempts())[0]).toMatchObject({ at: NOON, retry_at: NOON + 1 })
  expect(await state()).toEqual({ ...calm, waiting: 1, idle: false, retry_at: NOON + 1, waits_for_clock: true })
  to.replyWith(status(200))
  await s.act('advanceClock', { seconds: 1 })
  expect((await after(2))[1]).not.toHaveProperty('retry_at')
  expect(await state()).toEqual(calm)
})

it('GAP-87 says nothing of the clock while it runs', async () => {
  const { s, bot, say, after } = await hooked(status(500))
  await s.act('resumeClock')
  await say('1')
  await after(1)
  const state = await s.view(`/bots/${bot.handle}/delivery`)
  expect(state).toMatchObject({ waiting: 1, retry_at: expect.any(Number), waits_for_clock: false })
})

it('GAP-87 begins anew with the delays for the next update', async () => {
  const { s, to, say, after } = await hooked(status(500))
  await say('1')
  await say('2')
  await after(1)
  await s.act('advanceClock', { seconds: 1 })
  await after(2)
  to.replyWith((response, n) => status(n === 3 ? 200 : 500)(response, n, response.req))
  await s.act('advanceClock', { seconds: 2 })
  await after(4)
  await s.act('advanceClock', { seconds: 1 })
  const attempts = await after(5)
  expect(attempts.map((one) => [one.update_id, one.attempt, one.at])).toEqual([
    [1, 1, NOON],
    [1, 2, NOON + 1],
    [1, 3, NOON + 3],
    [2, 1, NOON + 3],
    [2, 2, NOON + 4],
  ])
})

it('GAP-87 GAP-83 gives an update up after 24 hours, and goes on with the next one at once', async () => {
  const { s, to, say, info, after } = await hooked(status(500))
  await say('1')
  await after(1)
  await s.act('advanceClock', { seconds: 12 * 3600 })
  await after(2)
  await say('2')
  await s.act('advanceClock', { seconds: 12 * 3600 - 1 })
  await after(3)
  expect(to.ids()).toEqual([1, 1, 1])
  await s.act('advanceClock', { seconds: 1 })
  // Nothing of its predecessor's delays is left to it.
  expect((await after(4))[3]).toMatchObject({ update_id: 2, attempt: 1, at: NOON + 24 * 3600 })
  expect((await info()).pending_update_count).toBe(1)
})

it('GAP-87 waits for no new update to be retried, and for no retry when one comes', async () => {
  const { s, to, say, after } = await hooked(status(500))
  await say('1')
  await after(1)
  for (const text of ['2', '3', '4']) await say(text)
  expect(to.ids()).toEqual([1])
  to.replyWith(status(200))
  await s.act('advanceClock', { seconds: 1 })
  await after(5)
  expect(to.ids()).toEqual([1, 1, 2, 3, 4])
})

it('GAP-87 tries again when the receiver has come up', async () => {
  const { s, to, say, info, after } = await hooked()
  await to.close()
  await say('1')
  expect(await after(1)).toMatchObject([{ status: null, error: 'Connection refused' }])
  expect(await info()).toEqual(freshWebhook(HOOK, failed('Connection refused')))
  await to.reopen()
  await s.act('advanceClock', { seconds: 1 })
  expect((await after(2))[1]).toMatchObject({ update_id: 1, attempt: 2, status: 200, error: null })
  expect(to.ids()).toEqual([1])
})

it('GAP-87 connects anew when a kept connection was closed meanwhile', async () => {
  const { to, say, after } = await hooked((response) => response.writeHead(200, { connection: 'close' }).end())
  for (const n of [1, 2, 3]) {
    await say(`${n}`)
    await after(n)
  }
  expect(to.ids()).toEqual([1, 2, 3])
  expect(to.connections()).toBe(3)
})

const breakingOff: [string, Reply, RegExp][] = [
  ['a reset before any answer', ({ socket }) => socket!.resetAndDestroy(), /^Connection reset by peer$/],
  ['a close before any answer', ({ socket }) => socket!.destroy(), /^Connection closed by peer$/],
  [
    'a reset within the head',
    ({ socket }) => socket!.write('HTTP/1.1 200 OK\r\nContent-Le', () => socket!.resetAndDestroy()),
    /^Connection (reset|closed) by peer$/,
  ],
  [
    'a close within the body',
    ({ socket }) => socket!.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
    /^Connection closed by peer$/,
  ],
  [
    'a reset within the body',
    ({ socket }) =>
      socket!.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', () =>
        setTimeout(() => socket!.resetAndDestroy(), 20),
      ),
    /^Connection reset by peer$/,
  ],
  ['an answer that is no HTTP', ({ socket }) => socket!.end('220 smtp.example.org\r\n'), /Parse Error|HTTP/],
]

it.each(breakingOff)('GAP-87 does not take %s for an answer', async (_, reply, words) => {
  const { s, to, say, info, after } = await hooked(reply)
  await say('1')
  await say('2')
  expect(await after(1)).toMatchObject([
    { update_id: 1, attempt: 1, status: null, error: expect.stringMatching(words) },
  ])
  expect((await info()).last_error_message).toMatch(words)
  expect((await info()).pending_update_count).toBe(2)
  to.replyWith(status(200))
  await s.act('advanceClock', { seconds: 1 })
  await after(3)
  expect(to.ids()).toEqual([1, 1, 2])
})

it('GAP-87 reads no more of an endless answer than it needs', async () => {
  let written = 0
  let closed = false
  const endless: Reply = (response) => {
    response.writeHead(200)
    response.on('close', () => {
      closed = true
    })
    const chunk = Buffer.alloc(16 * 1024, 'x')
    const more = () => {
      while (!response.destroyed && written < 64 * 1024 * 1024) {
        written += chunk.length
        if (!response.write(chunk)) return void response.once('drain', more)
      }
    }
    more()
  }
  const { to, say, after } = await hooked(endless)
  await say('1')
  expect(await after(1)).toMatchObject([{ status: 200, error: null }])
  await until(() => closed)
  expect(written).toBeLessThan(16 * 1024 * 1024)
  to.replyWith(status(200))
  await say('2')
  await after(2)
  expect(to.ids()).toEqual([1, 2])
})

it('GAP-87 refuses an answer with an endless head', async () => {
  const { say, after } = await hooked(({ socket }) => {
    socket!.on('error', () => {})
    socket!.write('HTTP/1.1 200 OK\r\n')
    const more = () => void (socket!.destroyed || socket!.write(`X-More: ${'x'.repeat(1000)}\r\n`, more))
    more()
  })
  await say('1')
  expect(await after(1)).toMatchObject([{ status: null, error: 'Headers Overflow Error' }])
})

it('GAP-87 passes over announcements of an answer', async () => {
  const { say, after } = await hooked((response) => {
    response.writeProcessing()
    response.writeEarlyHints({ link: '</a>; rel=preload' })
    response.writeHead(200).end()
  })
  await say('1')
  expect(await after(1)).toMatchObject([{ status: 200, error: null }])
})

it('GAP-88 ignores an operation that is named in the answer', async () => {
  const { s, say, after } = await hooked((response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ method: 'sendMessage', chat_id: 1, text: 'from the answer' })),
  )
  await s.act('start', { as: 'alice', bot: 'greeter' })
  await after(1)
  await say('2')
  await after(2)
  expect((await s.view('/chats/alice/messages?bot=greeter')).map(({ text }: { text: string }) => text)).toEqual([
    '/start',
    '2',
  ])
  expect((await s.view('/calls')).map(({ method }: { method: string }) => method)).toEqual(['setWebhook'])
})

it.each([
  ['JSON', 'application/json', '{"method":"sendMessage","chat_id":1,"text":"x"}', 'sendMessage'],
  ['JSON under another type', 'text/plain', ' {"method":"deleteMessage"}', 'deleteMessage'],
  ['a form', 'application/x-www-form-urlencoded', 'chat_id=1&method=answerCallbackQuery', 'answerCallbackQuery'],
  ['JSON without one', 'application/json', '{"ok":true}', undefined],
  ['JSON with another value', 'application/json', '{"method":{"a":1}}', undefined],
  ['broken JSON', 'application/json', '{"method":"sendMessage"', undefined],
  ['something else', 'text/plain', 'OK', undefined],
  ['something of any length', 'application/json', `{"method":"sendMessage","text":"${'x'.repeat(65_536)}"}`, undefined],
])('GAP-88 tells which operation was named in an answer of %s', async (_, type, body, ignored_operation) => {
  const { s, bot, say, after } = await hooked((response) => response.writeHead(200, { 'content-type': type }).end(body))
  await say('1')
  const [attempt] = await after(1)
  expect(attempt).toMatchObject({ status: 200, error: null })
  expect((attempt as { ignored_operation?: string }).ignored_operation).toBe(ignored_operation)
  for await (const event of httpClient(s.url).events({ after: 0, type: 'delivery', bot: bot.handle })) {
    expect((event as { ignored_operation?: string }).ignored_operation).toBe(ignored_operation)
    break
  }
})

it('GAP-88 names no operation of an answer that refuses the update', async () => {
  const { say, after } = await hooked(status(500, '{"method":"sendMessage"}'))
  await say('1')
  expect((await after(1))[0]).not.toHaveProperty('ignored_operation')
})

it('GAP-95 says so when no route leads to the receiver', async () => {
  const s = await service()
  await s.user('Alice')
  const bot = await s.bot()
  await s.act('updateService', { dns: { 'bot.example.org': ['93.184.215.14'] } })
  await bot.ok('setWebhook', { url: HOOK })
  const { say, info, after } = seenOf(s, bot)
  await say('1')
  const error =
    'No route leads to bot.example.org: the emulator delivers updates only to this machine. ' +
    'Add a route with --webhook-route bot.example.org=http://127.0.0.1:<port>'
  expect(await after(1)).toMatchObject([{ status: null, error }])
  expect(await info()).toEqual(freshWebhook(HOOK, failed(error)))
  const to = await receiver()
  await route(s, 'bot.example.org', to.origin)
  await s.act('advanceClock', { seconds: 1 })
  await to.received(1)
})
