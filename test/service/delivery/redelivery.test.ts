// What a person sees of deliveries, and asking for one again.

import { expect, it } from 'vitest'
import { httpClient } from '../../../src/control/client/http-client.ts'
import { hook, hooked } from '../../helpers/hooked.ts'
import { receiver, status } from '../../helpers/receiver.ts'
import { NOON, service } from '../../helpers/service.ts'
import { until } from '../../helpers/until.ts'
import { HOOK } from '../../helpers/webhook-bot.ts'

it('shows each attempt, and the body of one when asked for it', async () => {
  const { s, bot, to, say, after } = await hooked(status(503))
  await say('hello')
  await after(1)
  to.replyWith(status(204))
  await s.act('advanceClock', { seconds: 1 })
  await after(2)
  const attempt = { update_id: 1, type: 'message', url: HOOK, duration_ms: expect.any(Number) }
  const [first, second] = await s.view(`/bots/${bot.handle}/deliveries`)
  expect(first).toEqual({
    ...attempt,
    id: 1,
    at: NOON,
    attempt: 1,
    status: 503,
    error: 'Wrong response from the webhook: 503',
    retry_at: NOON + 1,
  })
  expect(second).toEqual({ ...attempt, id: 2, at: NOON + 1, attempt: 2, status: 204, error: null })
  expect(await s.view(`/bots/${bot.handle}/deliveries?after=1`)).toEqual([second])
  expect(await s.view(`/bots/${bot.handle}/deliveries/2`)).toEqual({ ...second, body: JSON.parse(to.got[1]!.body) })
})

it('tells of each attempt as an event', async () => {
  const { s, bot, say, after } = await hooked(status(503))
  await say('hello')
  await after(1)
  for await (const event of httpClient(s.url).events({ after: 0, type: 'delivery' })) {
    expect(event).toEqual({
      id: expect.any(Number),
      type: 'delivery',
      at: NOON,
      bot: bot.handle,
      delivery: 1,
      update_id: 1,
      update_type: 'message',
      url: HOOK,
      attempt: 1,
      status: 503,
      error: 'Wrong response from the webhook: 503',
      retry_at: NOON + 1,
      duration_ms: expect.any(Number),
    })
    break
  }
})

it('shows the deliveries of one bot only', async () => {
  const { s, to, say, after } = await hooked()
  const other = await hook(s, to, { url: 'https://other.example.org/' })
  await say('1')
  await after(1)
  expect(await other.attempts()).toEqual([])
  await expect(s.view(`/bots/${other.bot.handle}/deliveries/1`)).rejects.toThrow('no-such-delivery')
  await expect(s.view(`/bots/${other.bot.handle}/deliveries/x`)).rejects.toThrow('no-such-delivery')
})

it('tries what waits at once, and counts on', async () => {
  const { s, bot, to, say, after, info } = await hooked(status(500))
  await say('1')
  await after(1)
  await s.act('advanceClock', { seconds: 1 })
  await after(2)
  await s.act('redeliver', { bot: bot.handle })
  expect((await after(3))[2]).toMatchObject({ attempt: 3, at: NOON + 1, status: 500 })
  // The next delay is that of a third failure.
  await s.act('advanceClock', { seconds: 3.999 })
  expect((await info()).last_error_date).toBe(NOON + 1)
  await s.act('advanceClock', { seconds: 0.001 })
  expect((await after(4))[3]).toMatchObject({ attempt: 4, at: NOON + 5 })
  to.replyWith(status(200))
  await s.act('redeliver', { bot: bot.handle, update_id: 1 })
  expect((await after(5))[4]).toMatchObject({ update_id: 1, attempt: 5, status: 200 })
  expect(to.ids()).toEqual([1, 1, 1, 1, 1])
})

it('delivers a past update again, body and all', async () => {
  const { s, bot, to, say, after, info } = await hooked()
  await say('1')
  await say('2')
  await after(2)
  expect(await s.act('redeliver', { bot: bot.handle, update_id: 1 })).toBe(true)
  await after(3)
  expect(to.ids()).toEqual([1, 2, 1])
  expect(to.got[2]!.body).toBe(to.got[0]!.body)
  expect((await info()).pending_update_count).toBe(0)
})

it('delivers a past update again to the webhook of now', async () => {
  const { s, bot, to, say, after } = await hooked()
  await say('1')
  await after(1)
  const second = await receiver()
  await s.act('updateService', { webhook_routes: { 'other.example.org': second.origin } })
  await bot.ok('setWebhook', { url: 'https://other.example.org/' })
  await s.act('redeliver', { bot: bot.handle, update_id: 1 })
  await second.received(1)
  expect([to.ids(), second.ids()]).toEqual([[1], [1]])
})

it('does not disturb the delivery that is under way', async () => {
  let release = () => {}
  const { s, bot, to, say, after } = await hooked((response) => {
    release = () => response.end()
  })
  await say('1')
  await to.received(1)
  await s.act('redeliver', { bot: bot.handle })
  await s.act('redeliver', { bot: bot.handle, update_id: 1 })
  await say('2')
  expect(to.ids()).toEqual([1])
  release()
  await to.received(2)
  release()
  await after(2)
  expect(to.ids()).toEqual([1, 2])
})

it('delivers a past update again that is asked for while a later one is under way', async () => {
  const open: (() => void)[] = []
  const { s, bot, to, say, info } = await hooked((response) => open.push(() => response.end()))
  await say('1')
  await to.received(1)
  open[0]!()
  await say('2')
  await to.received(2)
  await s.act('redeliver', { bot: bot.handle, update_id: 1 })
  open[1]!()
  await to.received(3)
  open[2]!()
  expect(to.ids()).toEqual([1, 2, 1])
  await until(async () => (await info()).pending_update_count === 0)
})

it('says why there is nothing to deliver again', async () => {
  const { s, bot } = await hooked()
  const refusal = async (params: object) => {
    const { status: code, body } = await s.tryAct('redeliver', params)
    return [code, body.error.code]
  }
  expect(await refusal({ bot: bot.handle, update_id: 7 })).toEqual([404, 'no-such-update'])
  expect(await refusal({ bot: bot.handle, update_id: 0 })).toEqual([400, 'invalid-params'])
  await bot.ok('deleteWebhook')
  expect(await refusal({ bot: bot.handle })).toEqual([400, 'no-webhook'])
})

it('has a view of deliveries before there are any', async () => {
  const s = await service()
  const bot = await s.bot()
  expect(await s.view(`/bots/${bot.handle}/deliveries`)).toEqual([])
})
