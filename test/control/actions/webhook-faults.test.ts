// Faults of deliveries: a receiver that seems to fail, updates that come twice or in another order.

import { expect, it } from 'vitest'
import { receiver } from '../../helpers/receiver.ts'
import { world } from '../../helpers/service.ts'
import { until } from '../../helpers/until.ts'

async function stage() {
  const { s, bots } = await world({
    people: [{ first_name: 'Alice', handle: 'alice' }],
    bots: [{ handle: 'greeter' }],
    started: [['alice', 'greeter']],
  })
  const bot = bots[0]!
  await bot.drain()
  await s.act('updateService', { allow_local_webhooks: true })
  const { origin: url, texts } = await receiver()
  const deliveries = (): Promise<{ error: string | null; why?: string; status: number | null }[]> =>
    s.view('/bots/greeter/deliveries')
  const attempts = (count: number) => until(async () => (await deliveries()).length >= count)
  const say = (text: string) => s.act('send', { as: 'alice', to: 'greeter', text })
  return { s, bot, texts, deliveries, attempts, say, listen: () => bot.ok('setWebhook', { url }) }
}

const FAILURES: [number | string, string, number | null, string][] = [
  [502, 'Wrong response from the webhook: 502', 502, 'not delivered, as if the webhook had answered 502'],
  ['refused', 'Connection refused', null, 'connection refused, nothing delivered'],
  ['reset', 'Connection reset by peer', null, 'connection reset, nothing delivered'],
  ['timeout', 'Read timeout expired', null, 'no answer in time, nothing delivered'],
]

it.each(FAILURES)('%s: not delivered, and tried again', async (webhook, error, status, words) => {
  const { s, bot, texts, deliveries, attempts, say, listen } = await stage()
  await listen()
  await s.act('injectFault', { webhook })
  await say('hi')
  await attempts(1)
  expect(await deliveries()).toMatchObject([{ attempt: 1, status, error, why: `injected fault 1: ${words}` }])
  expect(texts()).toEqual([])
  expect(await bot.ok('getWebhookInfo')).toMatchObject({ pending_update_count: 1, last_error_message: error })
  await s.act('advanceClock', { seconds: 1 })
  await attempts(2)
  expect(texts()).toEqual(['hi'])
  expect(await bot.ok('getWebhookInfo')).toMatchObject({ pending_update_count: 0 })
})

it('lost: delivered, answer lost, and so delivered again', async () => {
  const { s, texts, deliveries, attempts, say, listen } = await stage()
  await listen()
  await s.act('injectFault', { webhook: 'lost' })
  await say('hi')
  await attempts(1)
  expect(await deliveries()).toMatchObject([{ status: null, error: 'Connection closed by peer' }])
  await s.act('advanceClock', { seconds: 1 })
  await attempts(2)
  expect(texts()).toEqual(['hi', 'hi'])
})

it('only the update that matches', async () => {
  const { s, texts, attempts, say, listen } = await stage()
  await listen()
  await s.act('injectFault', { webhook: 500, match: { message: { text: 'b' } } })
  await say('a')
  await attempts(1)
  expect(texts()).toEqual(['a'])
  await say('b')
  await attempts(2)
  expect(texts()).toEqual(['a'])
})

it('duplicate_updates: delivered once more', async () => {
  const { s, bot, texts, deliveries, attempts, say, listen } = await stage()
  await listen()
  await s.act('injectFault', { duplicate_updates: true })
  await say('hi')
  await attempts(2)
  expect(texts()).toEqual(['hi', 'hi'])
  expect(await deliveries()).toMatchObject([{ why: 'injected fault 1: updates delivered twice' }, { error: null }])
  expect(await bot.ok('getWebhookInfo')).toMatchObject({ pending_update_count: 0 })
})

it('duplicate_updates at every occasion: each update twice, and no more', async () => {
  const { s, bot, texts, attempts, say, listen } = await stage()
  await listen()
  await s.act('injectFault', { duplicate_updates: true, every: 1 })
  await say('a')
  await say('b')
  await attempts(4)
  expect(await bot.ok('getWebhookInfo')).toMatchObject({ pending_update_count: 0 })
  expect(texts()).toEqual(['a', 'a', 'b', 'b'])
})

it('reorder_updates: the second is delivered first', async () => {
  const { s, texts, attempts, say, listen } = await stage()
  for (const text of ['a', 'b', 'c']) await say(text)
  await s.act('injectFault', { reorder_updates: true })
  await listen()
  await attempts(3)
  expect(texts()).toEqual(['b', 'a', 'c'])
})
