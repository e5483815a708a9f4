// An update is given to the bot again, and its calls are compared with the earlier ones.

import { expect, it } from 'vitest'
import type { EventView } from '../../../src/control/contract/events.ts'
import { callOf, happen, keys, MESSAGES, NOON, scene } from './stage/scene.ts'
import { textOf } from './stage/shown.tsx'

const repeat = { do: 'perform', action: 'repeatUpdate', params: { bot: 'greeter', update_id: 7 }, from: 'key' }

const call = (id: number, text: string): EventView =>
  callOf('greeter', NOON + 12, id, 'sendMessage', { params: { chat_id: 101, text } })

const AGAIN: EventView = {
  id: 90,
  type: 'update',
  at: NOON + 12,
  bot: 'greeter',
  update_id: 9,
  update_type: 'message',
  update: { update_id: 9, message: { ...MESSAGES[0]!, from: undefined } },
}

/** A state in which the update 7 is selected in the traffic, and was answered with one call. */
const selected = (columns = 120) => {
  const { state } = keys(scene(columns, 40), 'esc', '3')
  return { ...state, selection: { ...state.selection, traffic: 1 } }
}

const events = (state: ReturnType<typeof scene>, ...all: EventView[]) =>
  happen(state, { type: 'events', events: all, nowMs: NOON * 1000 + 12_000 })

function replayed(columns = 120, ...texts: string[]) {
  const { state } = keys(selected(columns), '.')
  const performed = happen(state, { type: 'performed', action: 'repeatUpdate', from: 'key', result: { update_id: 9 } })
  return events(performed.state, AGAIN, ...texts.map((text, i) => call(91 + i, text))).state
}

it('. gives the selected update to the bot again, also from one of its calls and from the inspector', () => {
  const first = keys(selected(), '.')
  expect(first.effects).toContainEqual(repeat)
  expect(keys(first.state, '.').effects).toContainEqual(repeat)
  const ofCall = { ...selected(), selection: { ...selected().selection, traffic: 4 } }
  expect(keys(ofCall, '.').effects).toContainEqual(repeat)
})

it('. says what to select', () => {
  const { state } = keys({ ...scene(), traffic: [] }, 'esc', '3', '.')
  expect(state.toast?.text).toBe('Select an update, or a call or message that answers an update.')
})

it('marks what is different, side by side', async () => {
  const text = await textOf(replayed(120, 'Good morning, Alice!', 'One more'))
  expect(text).toContain('update 7 again: 2 calls before, 2 now, 2 different')
  expect(text).toMatch(/- sendMessage +\+ sendMessage/)
  expect(text).toMatch(/text: Hello, Alice! +text: Good morning, Alice!/)
})

it('shows them below each other in a narrow inspector', async () => {
  const text = await textOf(replayed(60, 'Good morning, Alice!', 'Hello, Alice!'))
  expect(text).toMatch(/- sendMessage.*Hello, Alice!.*\+ sendMessage.*Good morning/s)
})

it('> repeats the update after each restart, once the new process asks for updates', () => {
  const { state } = keys(selected(), '>')
  expect(state.replay).toMatchObject({ updateId: 7, isAfterRestart: true })
  const started = { id: 95, type: 'program', at: NOON, bot: 'greeter', how: 'started', command: 'node bot.js' } as const
  const poll = { id: 96, type: 'poll', at: NOON, bot: 'greeter' } as const
  const empty = { params: { timeout: 30 }, body: { ok: true, result: [] } }
  const restarted = events(state, started, callOf('greeter', NOON, 94, 'getUpdates', empty))
  expect(restarted.effects).not.toContainEqual(repeat)
  const polled = events(restarted.state, callOf('greeter', NOON, 97, 'getMe'), poll)
  expect(polled.effects.filter(({ do: what }) => what === 'perform')).toEqual([repeat])
  expect(events(polled.state, poll).effects).not.toContainEqual(repeat)
  const { state: off } = keys(polled.state, '>')
  expect(events(off, started, poll).effects).not.toContainEqual(repeat)
})
