// A long queue is forgotten at once, though its rows go by and by: nothing of it comes again, whatever happens meanwhile.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createEmulator, type Emulator } from '../../src/emulator.ts'
import { dropPendingUpdates, requeueUpdate } from '../../src/messenger/updates/update-queue.ts'
import { world } from '../worlds/service.ts'

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
  const { store } = s.emulator.world
  return {
    s,
    bot,
    first,
    store,
    isOver: () => vi.waitUntil(() => store.updates.botWithDropped() === undefined, { interval: 5 }),
  }
}

const ids = (updates: { update_id: number }[]) => updates.map(({ update_id }) => update_id)

it('what is acknowledged is gone, and what comes after it stays', async () => {
  const { s, bot, first, store, isOver } = await longQueue()
  const last = first + UPDATES - 1
  expect(ids(await bot.ok('getUpdates', { offset: last - 1 }))).toEqual([last - 1, last])
  expect(store.updates.botWithDropped()).toBe(bot.id)
  const look = async () => {
    expect(ids(await bot.ok('getUpdates', { limit: 1 }))).toEqual([last - 1])
    expect((await bot.ok('getWebhookInfo')).pending_update_count).toBe(2)
    expect(ids(await s.view('/bots/greeter/updates'))).toEqual([last - 1, last])
    expect(store.updates.get(bot.id, first + UPDATES / 2)).toBe(undefined)
    expect(store.updates.nthLast(bot.id, 3)).toBe(undefined)
  }
  await look()
  await isOver()
  await look()
  expect(ids(await bot.ok('getUpdates', { offset: -1 }))).toEqual([last])
})

it('a view that is being read skips what is acknowledged meanwhile', async () => {
  const { s, bot, first } = await longQueue()
  const last = first + UPDATES - 1
  const rows = s.emulator.viewLazily('/bots/greeter/updates', {}) as Generator<{ update_id: number }>
  const [begun] = ids([rows.next().value])
  await bot.ok('getUpdates', { offset: last - 1 })
  const rest = ids([...rows])
  expect([begun, ...rest.slice(-2)]).toEqual([first, last - 1, last])
  expect(rest.length).toBeLessThan(1000)
})

it.each([
  ['an offset far above', { offset: 2_000_000_000 }],
  ['a webhook that drops what waits', undefined],
])('%s takes nothing of what comes later', async (_, offset) => {
  const { s, bot, first } = await longQueue()
  if (offset) expect(await bot.ok('getUpdates', offset)).toEqual([])
  else await bot.ok('deleteWebhook', { drop_pending_updates: true })
  expect(s.emulator.world.store.updates.botWithDropped()).toBe(bot.id)
  await s.act('send', { as: 'alice', to: 'greeter', text: 'later' })
  expect(ids(await bot.ok('getUpdates'))).toEqual([first + UPDATES])
})

it('a second offset goes on from the first', async () => {
  const { bot, first, isOver } = await longQueue()
  expect(ids(await bot.ok('getUpdates', { offset: first + 8000, limit: 1 }))).toEqual([first + 8000])
  expect(ids(await bot.ok('getUpdates', { offset: first + 9000, limit: 1 }))).toEqual([first + 9000])
  expect(ids(await bot.ok('getUpdates', { offset: first + 10, limit: 1 }))).toEqual([first + 9000])
  await isOver()
  expect(ids(await bot.ok('getUpdates', { limit: 1 }))).toEqual([first + 9000])
  expect((await bot.ok('getWebhookInfo')).pending_update_count).toBe(UPDATES - 9000)
})

it('what has expired is gone at once', async () => {
  const { s, bot, first, isOver } = await longQueue()
  await s.act('advanceClock', { seconds: 86_400 })
  await s.act('send', { as: 'alice', to: 'greeter', text: 'later' })
  expect(ids(await bot.ok('getUpdates'))).toEqual([first + UPDATES])
  await isOver()
  expect(ids(await bot.ok('getUpdates'))).toEqual([first + UPDATES])
})

it('an update that is delivered again is not taken for one of those', async () => {
  const { s, bot, first, store } = await longQueue()
  await bot.ok('getUpdates', { offset: 2_000_000_000 })
  expect(store.updates.botWithDropped()).toBe(bot.id)
  const body = JSON.stringify({ update_id: first + 1, message: { text: 'again' } })
  const row = {
    bot: bot.id,
    update_id: first + 1,
    type: 'message' as const,
    body,
    made_ms: s.emulator.world.clock.ms(),
  }
  s.emulator.world.transact((tx) => requeueUpdate(tx, row))
  expect(ids(await bot.ok('getUpdates'))).toEqual([first + 1])
})

it('rows that cannot be removed now go when something happens again', async () => {
  const { s, bot, first, store, isOver } = await longQueue()
  const { removeBelow } = store.updates
  const full = vi.spyOn(store.updates, 'removeBelow').mockImplementationOnce(removeBelow)
  full.mockImplementation(() => {
    throw new Error('database or disk is full')
  })
  await bot.ok('getUpdates', { offset: first + UPDATES - 1 })
  await vi.waitUntil(() => full.mock.calls.length === 2, { interval: 1 })
  expect(store.updates.botWithDropped()).toBe(bot.id)
  full.mockRestore()
  await s.act('send', { as: 'alice', to: 'greeter', text: 'later' })
  await isOver()
  expect((await bot.ok('getWebhookInfo')).pending_update_count).toBe(2)
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

it('an export and a snapshot have nothing of it', async () => {
  const { s, bot, first } = await longQueue()
  const last = first + UPDATES - 1
  await bot.ok('getUpdates', { offset: last })
  await s.act('snapshot', { name: 'soon' })
  const bytes = Buffer.from(await (await fetch(`${s.url}/_emulator/export?tokens=true`)).arrayBuffer())
  await s.act('restore', { name: 'soon' })
  expect(await bot.ok('getUpdates', { offset: last })).toEqual([
    { update_id: last + 1, message: { text: String(UPDATES - 1) } },
  ])
  const db = new Database(bytes)
  onTestFinished(() => void db.close())
  expect(db.prepare('select count(*) from updates').pluck().get()).toBe(1)
})

it('an emulator that ends in between removes the rest when it starts again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'queue-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'world.sqlite')
  const first = createEmulator({ file })
  first.perform('createUser', { first_name: 'Alice', handle: 'alice' })
  const { id } = first.perform('createBot', { first_name: 'Greeter', handle: 'greeter' }) as { id: number }
  fillQueue(first, id)
  first.world.transact((tx) => dropPendingUpdates(tx, tx.store.bots.getOrThrow(id)))
  // The pieces that follow are not done any more, as with a kill.
  await first.close()
  const stored = () => {
    const db = new Database(file, { readonly: true })
    const count = db.prepare('select count(*) from updates').pluck().get()
    db.close()
    return count
  }
  expect(stored()).toBe(UPDATES - 1000)
  const second = createEmulator({ file })
  expect(second.world.store.updates.first(id, 1)).toEqual([])
  await vi.waitUntil(() => second.world.store.updates.botWithDropped() === undefined, { interval: 5 })
  await second.close()
  expect(stored()).toBe(0)
})

it.each(['reset', 'clearWorld'])('%s takes the bot away while rows are still to be removed', async (action) => {
  const { s, bot, store } = await longQueue()
  s.emulator.world.transact((tx) => dropPendingUpdates(tx, store.bots.getOrThrow(bot.id)))
  s.emulator.perform(action, {})
  expect(store.updates.botWithDropped()).toBe(bot.id)
  await vi.waitUntil(() => store.updates.botWithDropped() === undefined, { interval: 5 })
  expect(store.bots.byId(bot.id)).toBe(undefined)
})
