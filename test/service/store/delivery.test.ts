// A delivery that is under way when another world is put in place belongs to nobody.

import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { hooked } from '../../helpers/hooked.ts'
import { status as answering, receiver } from '../../helpers/receiver.ts'
import { NOON, world } from '../../helpers/service.ts'
import { until } from '../../helpers/until.ts'

it.each([
  ['answered well', 200],
  ['answered badly', 500],
])('%s afterwards, it changes nothing of the new world', async (_, status) => {
  const { s, bots } = await world({
    people: [{ first_name: 'Alice', handle: 'alice' }],
    bots: [{ handle: 'greeter' }],
    started: [['alice', 'greeter']],
  })
  const bot = bots[0]!
  await bot.drain()
  const open: ServerResponse[] = []
  const { origin: url, texts } = await receiver((response) => open.push(response))
  await s.act('updateService', { allow_local_webhooks: true })
  await bot.ok('setWebhook', { url })
  await s.act('send', { as: 'alice', to: 'greeter', text: 'waits' })
  await until(() => open.length === 1)
  await s.act('snapshot', { name: 'base' })
  await s.act('restore', { name: 'base' })
  // What waited in the snapshot is delivered under its new number.
  await until(() => open.length === 2)
  expect(texts()).toEqual(['waits', 'waits'])
  open[0]!.writeHead(status).end()
  await s.act('read', { as: 'alice', chat: 'greeter' })
  expect(await s.view('/bots/greeter/deliveries')).toEqual([])
  const info = await bot.ok('getWebhookInfo')
  expect(info.pending_update_count).toBe(1)
  expect(info).not.toHaveProperty('last_error_message')
  open[1]!.writeHead(200).end()
  await until(async () => (await bot.ok('getWebhookInfo')).pending_update_count === 0)
})

it('what was delivered before a snapshot is not delivered after it', async () => {
  const open: ServerResponse[] = []
  const { s, to, say, info } = await hooked((response) => open.push(response))
  for (const text of ['1', '2', '3']) await say(text)
  for (const count of [1, 2]) {
    await to.received(count)
    open[count - 1]!.end()
  }
  await to.received(3)
  await s.act('snapshot', { name: 'base' })
  await s.act('restore', { name: 'base' })
  await to.received(4)
  expect((await info()).pending_update_count).toBe(1)
  open[3]!.end()
  await until(async () => (await info()).pending_update_count === 0)
  expect(to.texts()).toEqual(['1', '2', '3', '3'])
})

it('what could not be delivered before a snapshot waits after it for the same moment', async () => {
  const { s, bot, to, say, after, info } = await hooked(answering(500))
  await say('1')
  await after(1)
  await s.act('advanceClock', { seconds: 1 })
  await after(2)
  const before = await info()
  await s.act('snapshot', { name: 'base' })
  await s.act('restore', { name: 'base' })
  expect(await s.view(`/bots/${bot.handle}/delivery`)).toMatchObject({ waiting: 1, retry_at: NOON + 3 })
  expect(await info()).toEqual(before)
  await s.act('advanceClock', { seconds: 2 })
  expect(await after(1)).toMatchObject([{ at: NOON + 3, update_id: 2, attempt: 3 }])
  expect(to.texts()).toEqual(['1', '1', '1'])
})
