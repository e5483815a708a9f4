// Between webhook and polling, and from one webhook to another, while something is under way.

import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { hooked, route } from '../../helpers/hooked.ts'
import { receiver, status } from '../../helpers/receiver.ts'
import { openPoll } from '../../helpers/service.ts'
import { until } from '../../helpers/until.ts'
import { freshWebhook, HOOK, NO_WEBHOOK } from '../../helpers/webhook-bot.ts'

const OTHER = 'https://other.example.org/'

/** A bot whose first delivery is held until the test answers it. */
async function held() {
  const replies: ServerResponse[] = []
  const hook = await hooked((response) => void replies.push(response))
  await hook.say('1')
  await hook.to.received(1)
  const idsByPolling = async (params = {}) =>
    (await hook.bot.ok('getUpdates', params)).map((update: { update_id: number }) => update.update_id)
  return { ...hook, idsByPolling, answer: (code: number) => replies.shift()!.writeHead(code).end() }
}

it('UPD-28 does not poll again what the webhook took while it was removed', async () => {
  const { bot, say, info, idsByPolling, answer, after } = await held()
  await say('2')
  await bot.ok('deleteWebhook')
  // Not acknowledged as yet.
  expect(await idsByPolling()).toEqual([1, 2])
  answer(200)
  await after(1)
  expect(await idsByPolling()).toEqual([2])
  expect(await info()).toEqual({ ...NO_WEBHOOK, pending_update_count: 1 })
})

it('UPD-28 polls what the webhook did not take while it was removed', async () => {
  const { s, bot, to, say, info, idsByPolling, answer, after } = await held()
  await say('2')
  await bot.ok('setWebhook', { url: '' })
  answer(500)
  await after(1)
  expect(await idsByPolling()).toEqual([1, 2])
  expect(await info()).toEqual({ ...NO_WEBHOOK, pending_update_count: 2 })
  await s.act('advanceClock', { seconds: 60 })
  expect(to.ids()).toEqual([1])
})

it('UPD-06 UPD-28 does not bring back what was polled while a delivery was under way', async () => {
  const { bot, to, say, idsByPolling, answer, after } = await held()
  await bot.ok('deleteWebhook')
  await say('2')
  expect(await idsByPolling({ offset: 2 })).toEqual([2])
  to.replyWith(status(200))
  await bot.ok('setWebhook', { url: HOOK })
  answer(500)
  await after(2)
  expect(to.ids()).toEqual([1, 2])
})

it('HOOK-45 takes the answer of the old receiver for what it was sent, and goes on with the new one', async () => {
  const { s, bot, to, say, info, answer, after } = await held()
  const second = await receiver()
  await route(s, 'other.example.org', second.origin)
  await bot.ok('setWebhook', { url: OTHER })
  await say('2')
  expect((await info()).pending_update_count).toBe(2)
  // One at a time, also across receivers.
  expect(second.got).toEqual([])
  answer(204)
  await after(2)
  expect([to.ids(), second.ids()]).toEqual([[1], [2]])
  expect(await info()).toEqual(freshWebhook(OTHER))
})

it('HOOK-45 sends the new receiver what the old one did not take, without delay or blame', async () => {
  const { s, bot, to, say, info, answer, after } = await held()
  const second = await receiver()
  await route(s, 'other.example.org', second.origin)
  await say('2')
  await bot.ok('setWebhook', { url: OTHER })
  answer(500)
  await after(3)
  expect([to.ids(), second.ids()]).toEqual([[1], [1, 2]])
  expect(await info()).toEqual(freshWebhook(OTHER))
})

it('HOOK-45 blames no webhook for what one before it at the same url did not take', async () => {
  const { bot, to, info, answer, after } = await held()
  to.replyWith(status(200))
  await bot.ok('setWebhook', { url: HOOK, secret_token: 's3cret', max_connections: 7 })
  answer(500)
  expect(await after(2)).toMatchObject([
    { update_id: 1, attempt: 1, status: 500 },
    { update_id: 1, attempt: 1, status: 200 },
  ])
  expect(to.ids()).toEqual([1, 1])
  expect(await info()).toEqual(freshWebhook(HOOK, { max_connections: 7 }))
})

it('HOOK-38 goes on after updates were dropped in the middle of a delivery', async () => {
  const { bot, to, say, info, answer, after } = await held()
  await say('2')
  to.replyWith(status(200))
  await bot.ok('setWebhook', { url: HOOK, drop_pending_updates: true })
  await say('3')
  answer(500)
  expect(await after(2)).toMatchObject([
    { update_id: 1, attempt: 1, status: 500 },
    { update_id: 3, attempt: 1, status: 200 },
  ])
  expect(to.ids()).toEqual([1, 3])
  expect((await info()).pending_update_count).toBe(0)
})

it('UPD-16 UPD-27 delivers by webhook what an ended poll did not get', async () => {
  const { s, bot, to, say, after } = await hooked()
  await bot.ok('deleteWebhook')
  const poll = await openPoll(s, bot)
  await bot.ok('setWebhook', { url: HOOK })
  expect((await poll.answer).status).toBe(409)
  await say('1')
  await after(1)
  expect(to.ids()).toEqual([1])
})

it('UPD-16 UPD-27 delivers by webhook what a poll got and did not acknowledge', async () => {
  const { s, bot, to, say, after } = await hooked()
  await bot.ok('deleteWebhook')
  const poll = await openPoll(s, bot)
  await say('1')
  expect((await poll.answer).body.result).toHaveLength(1)
  await say('2')
  await bot.ok('setWebhook', { url: HOOK })
  await after(2)
  expect(to.ids()).toEqual([1, 2])
})

it('UPD-06 UPD-27 does not deliver by webhook what a poll acknowledged', async () => {
  const { bot, to, say, after } = await hooked()
  await bot.ok('deleteWebhook')
  await say('1')
  await say('2')
  await bot.ok('getUpdates', { offset: 2 })
  await bot.ok('setWebhook', { url: HOOK })
  await after(1)
  expect(to.ids()).toEqual([2])
})

it('HOOK-45 loses and repeats nothing while modes change again and again', async () => {
  const { bot, to, say, attempts } = await hooked((response) => setTimeout(() => response.end(), 1))
  const polled: number[] = []
  const speaking = (async () => {
    for (let n = 1; n <= 60; n++) await say(`${n}`)
  })()
  for (let round = 0; round < 12; round++) {
    await bot.ok('deleteWebhook')
    // What is under way may still be acknowledged.
    await until(async () => (await attempts()).length === to.got.length)
    const [first, ...rest] = await bot.ok('getUpdates', { limit: 3 })
    const last = rest.at(-1) ?? first
    if (last) {
      await bot.ok('getUpdates', { offset: last.update_id + 1, limit: 1 })
      polled.push(...[first, ...rest].map((update: { update_id: number }) => update.update_id))
    }
    await bot.ok('setWebhook', { url: HOOK })
  }
  await speaking
  await until(async () => (await bot.ok('getWebhookInfo')).pending_update_count === 0)
  const inOrder = (ids: number[]) => [...ids].sort((a, b) => a - b)
  // A request that had left, and not arrived, when its webhook was removed may bring what is polled as well.
  const both = polled.filter((id) => to.ids().includes(id))
  expect(both.length).toBeLessThanOrEqual(12)
  expect([...new Set(inOrder([...polled, ...to.ids()]))]).toEqual(Array.from({ length: 60 }, (_, i) => i + 1))
  expect(to.ids()).toEqual([...new Set(inOrder(to.ids()))])
  expect(polled).toEqual([...new Set(inOrder(polled))])
  expect(Math.min(polled.length, to.got.length)).toBeGreaterThan(0)
})
