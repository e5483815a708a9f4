// The one log: what it keeps and for how long, who hears of an entry and when, and the order of things.

import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../../src/emulator.ts'
import { createClock } from '../../../src/lib/clock.ts'
import type { NewEntry, Recorded } from '../../../src/service/event-log/entry.ts'
import { createEventLog } from '../../../src/service/event-log/event-log.ts'

import { receiver, status } from '../../helpers/receiver.ts'

const CALL = { at: 5, bot: 1, method: 'getMe', params: {}, status: 200, body: '{"ok":true}', duration_ms: 1 }
const call: NewEntry = { type: 'call', call: CALL }
const chat: NewEntry = { type: 'chat', chat: -1 }

function frozenLog() {
  const clock = createClock()
  clock.freeze()
  clock.set(7_000)
  return createEventLog(clock)
}

describe('a log', () => {
  it('numbers entries in one sequence, and calls in one of their own', () => {
    const log = frozenLog()
    log.append([chat, call])
    log.append([call])
    expect(log.since(0, 10)).toEqual({
      missed: 0,
      entries: [
        { type: 'chat', chat: -1, id: 1, at: 7 },
        { type: 'call', id: 2, at: 7, call: { ...CALL, id: 1 } },
        { type: 'call', id: 3, at: 7, call: { ...CALL, id: 2 } },
      ],
    })
    expect(log.since(1, 1).entries.map(({ id }) => id)).toEqual([2])
    expect([log.lastId(), log.calls.lastId(), log.calls.since(1)]).toEqual([3, 2, [{ ...CALL, id: 2 }]])
  })

  it('is heard of by all who follow it, once for each commit, until they leave', () => {
    const log = frozenLog()
    const heard: number[][] = []
    const leave = log.subscribe((entries) => heard.push(entries.map(({ id }) => id)))
    const other: Recorded[] = []
    log.subscribe((entries) => other.push(...entries))
    log.append([chat, chat])
    log.append([call])
    leave()
    log.append([chat])
    expect(heard).toEqual([[1, 2], [3]])
    expect(other.map(({ id }) => id)).toEqual([1, 2, 3, 4])
  })

  it('tells a follower of some types of nothing else, and only where there are any', () => {
    const log = frozenLog()
    const heard: number[][] = []
    const leave = log.subscribeTo(['call', 'clock'], (entries) => heard.push(entries.map(({ id }) => id)))
    log.append([chat])
    log.append([call, chat, { type: 'clock' }])
    log.end()
    leave()
    log.append([call])
    expect(heard).toEqual([[2, 4]])
  })

  it('keeps the last 20 000 entries, and of calls the last 10 000 however much else happens', () => {
    const log = frozenLog()
    for (let n = 0; n < 10_001; n++) log.append([call, chat, chat])
    expect(log.since(0, 1)).toMatchObject({ missed: 10_003, entries: [{ id: 10_004 }] })
    expect(log.since(10_003, 1)).toMatchObject({ missed: 0, entries: [{ id: 10_004 }] })
    const calls = log.calls.since()
    expect([calls.length, calls[0]!.id]).toEqual([10_000, 2])
  })

  it('keeps the last 1000 deliveries', () => {
    const log = frozenLog()
    const delivery = { bot: 1, update: { body: '{}' } } as unknown as (Recorded & { type: 'delivery' })['delivery']
    for (let n = 0; n < 1001; n++) log.append([{ type: 'delivery', delivery }])
    expect(log.deliveries.since()).toHaveLength(1000)
  })

  it('forgets what it has of a world when another is put in its place, and goes on with its numbers', () => {
    const log = frozenLog()
    log.append([chat, call])
    log.append([{ type: 'clock' }, { type: 'world', how: 'reset' }])
    expect(log.since(0, 10)).toEqual({
      missed: 2,
      entries: [
        { type: 'clock', id: 3, at: 7 },
        { type: 'world', how: 'reset', id: 4, at: 7 },
      ],
    })
    expect(log.calls.since()).toEqual([])
  })

  it('says when nothing more will come', () => {
    const log = frozenLog()
    const ended: boolean[] = []
    log.subscribe(() => ended.push(log.ended()))
    log.append([chat])
    log.end()
    expect(ended).toEqual([false, true])
  })
})

test('a transaction that fails appends nothing', () => {
  const emulator = createEmulator()
  onTestFinished(() => emulator.close())
  const { log } = emulator.world
  const before = log.lastId()
  expect(() =>
    emulator.world.transact((tx) => {
      tx.emit({ type: 'chat', chat: -1 })
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(log.lastId()).toBe(before)
})

test.each(['an action', 'a call'])('a delivery stands before %s that comes after it', async (which) => {
  const to = await receiver(status(200))
  const emulator = createEmulator({ service: { webhook_routes: { 'bot.example.org': to.origin } } })
  onTestFinished(() => emulator.close())
  emulator.perform('createUser', { first_name: 'Alice' })
  const { id, token } = emulator.perform('createBot', { first_name: 'Greeter' }) as { id: number; token: string }
  await emulator.call({ token, method: 'setWebhook', input: { url: 'https://bot.example.org/hook' } })
  emulator.perform('start', { as: 'alice', bot: 'greeter' })
  const types: string[] = []
  emulator.world.log.subscribe((entries) => types.push(...entries.map(({ type }) => type)))
  while (emulator.world.store.updates.first(id, 1).length) await turn()
  if (which === 'an action') emulator.perform('freezeClock', {})
  else await emulator.call({ token, method: 'getMe', input: {} })
  expect(types).toEqual(which === 'an action' ? ['delivery', 'clock', 'action'] : ['delivery', 'call'])
})
