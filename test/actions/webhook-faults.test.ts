// Faults of deliveries: a receiver that seems to fail, updates that come twice or in another order.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { service } from '../conformance/service.ts'

async function stage() {
  const s = await service()
  await s.act('updateService', { allow_local_webhooks: true })
  await s.user('Alice', { handle: 'alice' })
  const bot = await s.bot({ handle: 'greeter' })
  const received: string[] = []
  const receiver = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk) => {
      body += chunk
    })
    req.on('end', () => {
      received.push(JSON.parse(body).message.text)
      res.end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const deliveries = (): Promise<{ error: string | null; why?: string; status: number | null }[]> =>
    s.view('/bots/greeter/deliveries')
  const attempts = (count: number) => vi.waitUntil(async () => (await deliveries()).length >= count, { interval: 5 })
  const say = (text: string) => s.act('send', { as: 'alice', to: 'greeter', text })
  await s.act('start', { as: 'alice', bot: 'greeter' })
  await bot.drain()
  return { s, bot, received, deliveries, attempts, say, listen: () => bot.ok('setWebhook', { url }) }
}

const FAILURES: [number | string, string, number | null, string][] = [
  [502, 'Wrong response from the webhook: 502', 502, 'answered 502, nothing delivered'],
  ['refused', 'Connection refused', null, 'connection refused, nothing delivered'],
  ['reset', 'Connection reset by peer', null, 'connection reset, nothing delivered'],
  ['timeout', 'Read timeout expired', null, 'no answer in time, nothing delivered'],
]

it.each(FAILURES)('%s: not delivered, and tried again', async (webhook, error, status, words) => {
  const { s, bot, received, deliveries, attempts, say, listen } = await stage()
  await listen()
  await s.act('injectFault', { webhook })
  await say('hi')
  await attempts(1)
  expect(await deliveries()).toMatchObject([{ attempt: 1, status, error, why: `injected fault 1: ${words}` }])
  expect(received).toEqual([])
  expect(await bot.ok('getWebhookInfo')).toMatchObject({ pending_update_count: 1, last_error_message: error })
  await s.act('advanceClock', { seconds: 1 })
  await attempts(2)
  expect(received).toEqual(['hi'])
  expect(await bot.ok('getWebhookInfo')).toMatchObject({ pending_update_count: 0 })
})

it('lost: delivered, but the answer lost, and so delivered again', async () => {
  const { s, received, deliveries, attempts, say, listen } = await stage()
  await listen()
  await s.act('injectFault', { webhook: 'lost' })
  await say('hi')
  await attempts(1)
  expect(await deliveries()).toMatchObject([{ status: null, error: 'Connection closed by peer' }])
  await s.act('advanceClock', { seconds: 1 })
  await attempts(2)
  expect(received).toEqual(['hi', 'hi'])
})

it('only the update that matches', async () => {
  const { s, received, attempts, say, listen } = await stage()
  await listen()
  await s.act('injectFault', { webhook: 500, match: { message: { text: 'b' } } })
  await say('a')
  await attempts(1)
  expect(received).toEqual(['a'])
  await say('b')
  await attempts(2)
  expect(received).toEqual(['a'])
})

it('duplicate_updates: delivered once more', async () => {
  const { s, bot, received, deliveries, attempts, say, listen } = await stage()
  await listen()
  await s.act('injectFault', { duplicate_updates: true })
  await say('hi')
  await attempts(2)
  expect(received).toEqual(['hi', 'hi'])
  expect(await deliveries()).toMatchObject([{ why: 'injected fault 1: updates handed out twice' }, { error: null }])
  expect(await bot.ok('getWebhookInfo')).toMatchObject({ pending_update_count: 0 })
})

it('reorder_updates: the second is delivered first', async () => {
  const { s, received, attempts, say, listen } = await stage()
  for (const text of ['a', 'b', 'c']) await say(text)
  await s.act('injectFault', { reorder_updates: true })
  await listen()
  await attempts(3)
  expect(received).toEqual(['b', 'a', 'c'])
})
