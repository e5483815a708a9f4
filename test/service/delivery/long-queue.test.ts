// A long queue is forgotten at once: nothing of it comes again.

import { expect, it } from 'vitest'
import type { Emulator } from '../../../src/emulator.ts'
import { dropPendingUpdates } from '../../../src/service/messenger/updates/update-queue.ts'
import { world } from '../../helpers/service.ts'

const UPDATES = 12_000

/** Waits in the queue of a bot, as if much had been written to it; gives the number of the first. */
function fillQueue({ world: tx }: Emulator, bot: number): number {
  const { bots, updates } = tx.store
  return tx.transact(() => {
    for (let i = 0; i < UPDATES; i++) {
      const update_id = bots.nextUpdateId(bot)
      const body = JSON.stringify({ update_id, message: { text: String(i) } })
      updates.insert({ bot, update_id, type: 'message', body, made_ms: tx.clock.ms() })
    }
    return bots.getOrThrow(bot).last_update_id - UPDATES + 1
  })
}

async function longQueue() {
  const { s, bots } = await world({ people: ['Alice'], bots: [{}], started: [['alice', 'greeter']] })
  const bot = bots[0]!
  await bot.drain()
  const first = fillQueue(s.emulator, bot.id)
  return { s, bot, first, store: s.emulator.world.store }
}

const ids = (updates: { update_id: number }[]) => updates.map(({ update_id }) => update_id)

it('what is acknowledged is gone, and what comes after it stays', async () => {
  const { s, bot, first, store } = await longQueue()
  const last = first + UPDATES - 1
  expect(ids(await bot.ok('getUpdates', { offset: last - 1 }))).toEqual([last - 1, last])
  expect(ids(await bot.ok('getUpdates', { limit: 1 }))).toEqual([last - 1])
  expect((await bot.ok('getWebhookInfo')).pending_update_count).toBe(2)
  expect(ids(await s.view('/bots/greeter/updates'))).toEqual([last - 1, last])
  expect(store.updates.first(bot.id, UPDATES).length).toBe(2)
  expect(ids(await bot.ok('getUpdates', { offset: -1 }))).toEqual([last])
})

it.each([
  ['an offset far above', { offset: 2_000_000_000 }],
  ['a webhook that drops what waits', undefined],
])('%s takes nothing of what comes later', async (_, offset) => {
  const { s, bot, first } = await longQueue()
  if (offset) expect(await bot.ok('getUpdates', offset)).toEqual([])
  else await bot.ok('deleteWebhook', { drop_pending_updates: true })
  await s.act('send', { as: 'alice', to: 'greeter', text: 'later' })
  expect(ids(await bot.ok('getUpdates'))).toEqual([first + UPDATES])
})

it('a second offset goes on from the first', async () => {
  const { bot, first } = await longQueue()
  expect(ids(await bot.ok('getUpdates', { offset: first + 8000, limit: 1 }))).toEqual([first + 8000])
  expect(ids(await bot.ok('getUpdates', { offset: first + 9000, limit: 1 }))).toEqual([first + 9000])
  expect(ids(await bot.ok('getUpdates', { offset: first + 10, limit: 1 }))).toEqual([first + 9000])
  expect((await bot.ok('getWebhookInfo')).pending_update_count).toBe(UPDATES - 9000)
})

it('what has expired is gone at once', async () => {
  const { s, bot, first } = await longQueue()
  await s.act('advanceClock', { seconds: 86_400 })
  await s.act('send', { as: 'alice', to: 'greeter', text: 'later' })
  expect(ids(await bot.ok('getUpdates'))).toEqual([first + UPDATES])
})

it('a transaction that fails has forgotten nothing', async () => {
  const { s, bot, first, store } = await longQueue()
  const fail = () =>
    s.emulator.world.transact((tx) => {
      dropPendingUpdates(tx, tx.store.bots.getOrThrow(bot.id))
      expect(store.updates.first(bot.id, 1)).toEqual([])
      throw new Error('undone')
    })
  expect(fail).toThrow('undone')
  expect(ids(await bot.ok('getUpdates', { limit: 1 }))).toEqual([first])
})
