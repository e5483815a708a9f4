// The inspector shows when an update was received, how long each call took, and when the bot was idle.

import { expect, it } from 'vitest'
import type { EventView } from '../../../src/control/contract/events.ts'
import { callOf, happen, keys, MESSAGES, NOON, REFUSED, scene } from './stage/scene.ts'
import { textOf } from './stage/shown.tsx'

const of = { at: NOON + 12, bot: 'greeter' }
const update = { update_id: 9, message: { ...MESSAGES[0]!, from: undefined } }

const EVENTS: EventView[] = [
  { ...of, id: 90, type: 'update', update_id: 9, update_type: 'message', update },
  { ...of, id: 91, type: 'handed-out', update_ids: [9] },
  callOf('greeter', NOON + 12, 92, 'sendMessage', { duration_ms: 10 }),
  callOf('greeter', NOON + 12, 93, 'sendPhoto', { duration_ms: 60 }),
  callOf('greeter', NOON + 12, 94, 'sendMessage', { ...REFUSED, duration_ms: 5 }),
  { ...of, id: 95, type: 'acknowledged', below: 10 },
]

const inspected = (arrivedMs?: number[]) => {
  const { state } = happen(scene(), {
    type: 'events',
    events: EVENTS.map((event, i) => ({ ...event, arrivedMs: arrivedMs?.[i] })),
    nowMs: NOON * 1000,
  })
  const { state: traffic } = keys(state, 'esc', '3')
  return keys({ ...traffic, selection: { ...traffic.selection, traffic: 90 } }, 'o').state
}

const rowsOf = async (arrivedMs?: number[]) => (await textOf(inspected(arrivedMs))).split('\n')

it('shows each step with its start and its length; the bars begin one after the other', async () => {
  const rows = await rowsOf([1000, 1004, 1020, 1090, 1100, 1110])
  const steps = rows
    .filter((row) => /\+\d+ ms/.test(row))
    .map((row) => row.replace(/^[^┃]*┃[ >]*|┃[^┃]*$/g, '').trimEnd())
  expect(steps.map((step) => step.replace(/ +/g, ' ').replace(/[^\w+ |]+/g, '#'))).toEqual([
    'received +4 ms |',
    'sendMessage +10 ms 10 ms #',
    'sendPhoto +30 ms 60 ms #',
    'sendMessage +95 ms 5 ms #',
    'idle +110 ms |',
  ])
  const bars = steps.slice(1, 4).map((step) => step.search(/[^\w+ ]/))
  expect(bars).toEqual([...bars].sort((a, b) => a - b))
  expect(new Set(bars).size).toBe(3)
})

it('shows no times of an exchange from before the dashboard was opened', async () => {
  expect((await rowsOf()).join('\n')).not.toMatch(/received|\+\d+ ms/)
})
