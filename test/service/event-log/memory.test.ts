// What the record of what happened holds: so many bytes, long values shortened, and all of it to be shown.

import { expect, it } from 'vitest'
import { createClock } from '../../../src/lib/clock.ts'
import type { NewEntry } from '../../../src/service/event-log/entry.ts'
import { createEventLog } from '../../../src/service/event-log/event-log.ts'
import { service, world } from '../../helpers/service.ts'

const MIB = 1024 * 1024
const MAX_BYTES = 32 * MIB

const call = (params: Record<string, unknown>, body = '{"ok":true}'): NewEntry => ({
  type: 'call',
  call: { at: 5, bot: 1, method: 'getMe', params, status: 200, body, duration_ms: 1 },
})

/** What is kept of the parameters of one call. */
function kept(params: Record<string, unknown>) {
  const log = createEventLog(createClock())
  log.append([call(params)])
  return log.calls.since()[0]?.params
}

it('keeps as many entries as have room together, and says how many are gone', () => {
  const log = createEventLog(createClock())
  const text = 'x'.repeat(60_000)
  const each = 512 + JSON.stringify({ method: 'getMe', params: { text } }).length + '{"ok":true}'.length
  for (let i = 0; i < 2000; i++) log.append([call({ text })])
  const { bytes, max_bytes } = log.size()
  expect(max_bytes).toBe(MAX_BYTES)
  expect(bytes).toBeLessThanOrEqual(30 * MIB)
  expect(bytes).toBeGreaterThan(30 * MIB - 2 * 61_000)
  const ids = log.calls.since().map(({ id }) => id)
  expect(ids.at(-1)).toBe(2000)
  expect(ids).toHaveLength(Math.floor((14 * MIB) / each))
  const [{ id } = { id: 0 }] = log.since(0, 1).entries
  expect(log.since(0, 1).missed).toBe(id - 1)
  expect(2000 - id + 1).toBe(Math.floor((16 * MIB) / each))
})

it('counts nothing of what is forgotten', () => {
  const log = createEventLog(createClock())
  log.append([call({ text: 'x'.repeat(60_000) })])
  expect(log.size().bytes).toBeGreaterThan(120_000)
  log.append([{ type: 'world', how: 'reset' }])
  expect(log.size().bytes).toBeLessThan(1000)
})

it('calls stay if long events come after them', () => {
  const log = createEventLog(createClock())
  log.append([call({})])
  const body = 'x'.repeat(200_000)
  for (let i = 0; i < 400; i++) log.append([{ type: 'update', bot: 1, update_id: i, update_type: 'message', body }])
  expect(log.calls.since()).toHaveLength(1)
})

it('an entry above the limit of all is the only one', () => {
  const log = createEventLog(createClock())
  log.append([call({})])
  log.append([call({}, 'x'.repeat(20 * MIB))])
  expect(log.calls.since().map(({ id }) => id)).toEqual([2])
  log.append([call({})])
  expect(log.calls.since().map(({ id }) => id)).toEqual([3])
})

it.each([
  [65_536, 'x'.repeat(65_536)],
  [65_537, `${'x'.repeat(1000)}… (65537 characters)`],
])('of a text of %d characters', (length, text) => {
  expect(kept({ text: 'x'.repeat(length) })).toEqual({ text })
  expect(kept({ deep: [{ text: 'x'.repeat(length) }] })).toEqual({ deep: [{ text }] })
})

it('a pair of halves at the cut stays whole', () => {
  expect(kept({ text: `${'x'.repeat(999)}${'😀'.repeat(40_000)}` })).toEqual({
    text: `${'x'.repeat(999)}\ufffd… (80999 characters)`,
  })
})

it('polls that bring a long queue again and again', { timeout: 60_000 }, async () => {
  const { s, bots } = await world({ people: ['Alice'], bots: [{ handle: 'greeter', first_name: 'Greeter' }] })
  const [bot] = bots
  await s.actDirectly('start', { as: 'alice', bot: 'greeter' })
  for (let i = 0; i < 99; i++) await s.actDirectly('send', { as: 'alice', to: 'greeter', text: 'ж'.repeat(4060) })
  const first = await bot!.ok('getUpdates', { limit: 100 })
  expect(first).toHaveLength(100)
  for (let i = 0; i < 100; i++)
    await s.emulator.call({ token: bot!.token, method: 'getUpdates', input: { limit: 100 } })
  const { log } = await s.view('/health')
  expect(log.max_bytes).toBe(MAX_BYTES)
  expect(log.bytes).toBeLessThanOrEqual(MAX_BYTES)
  const last = (await s.view('/calls')).at(-1)
  expect(last.body.result).toEqual(first)
})

it.each(['/getMe', '/noSuchOperation'])('a call of %s with a long parameter is shown with its length', async (path) => {
  const s = await service()
  const { token } = await s.bot()
  await s.call(token, path.slice(1), { text: 'x'.repeat(100_000) })
  expect(await s.view('/calls')).toMatchObject([{ params: { text: `${'x'.repeat(1000)}… (100000 characters)` } }])
})

it('a name of an operation as long as a line may be', async () => {
  const s = await service()
  const { token } = await s.bot()
  expect((await s.call(token, 'x'.repeat(900_000))).status).toBe(404)
  const [call] = await s.view('/calls')
  expect(call.method).toBe(`${'x'.repeat(1000)}… (900000 characters)`)
})
