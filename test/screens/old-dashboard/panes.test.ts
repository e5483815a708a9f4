// Areas of the screen are remembered: drawn anew if something that they show has changed, and only then.

import { expect, it } from 'vitest'
import { screenOf } from '../../../src/screens/old-dashboard/panes/screen.ts'
import { NO_CONVERSATION } from '../../../src/screens/old-dashboard/state/initial-state.ts'
import type { State } from '../../../src/screens/old-dashboard/state/state.ts'
import { happen, keys, scene } from './stage/scene.ts'
import { VIEWS } from './stage/views.ts'

const STATES: Record<string, (state: State) => State> = {
  ...VIEWS,
  'no chat': (state) => ({ ...state, open: null, conversation: NO_CONVERSATION }),
  'no bot': (state) => ({ ...state, bots: [], traffic: [] }),
  'a bot that polls': (state) => ({ ...state, traffic: [], programs: { greeter: { isPolling: true } } }),
  'a bot that is gone': (state) => ({ ...state, programs: { greeter: { hasCalled: true, polledMs: 0 } } }),
  'a chat that was left': (state) => ({ ...state, open: 'tokyo', chats: [], conversation: NO_CONVERSATION }),
  'a message that is searched': (state) => ({ ...state, filters: { ...state.filters, conversation: 'cat' } }),
}

it.each([
  [60, 16],
  [120, 40],
  [200, 60],
])('a screen after another one equals one that is drawn for the first time, at %i x %i', (columns, rows) => {
  const first = scene(columns, rows)
  for (const [name, view] of Object.entries(STATES)) {
    const state = view(first)
    const remembered = structuredClone(screenOf(state))
    // The copy shares no object with the state, so nothing is remembered for it.
    expect([name, structuredClone(screenOf(structuredClone(state)))]).toEqual([name, remembered])
  }
})

const areasOf = (state: State) => Object.fromEntries(screenOf(state).map((area) => [area.name, area]))
const drawnAnew = (before: State, after: State) => {
  const [one, other] = [areasOf(before), areasOf(after)]
  return Object.keys(other).filter((place) => one[place] !== other[place])
}

it('typing draws the composer and the bottom line', () => {
  const state = scene()
  expect(drawnAnew(state, keys(state, '"h').state)).toEqual(['compose', 'bottom'])
  expect(drawnAnew(state, keys(state, '"hi').state)).toEqual(['compose', 'bottom'])
})

it('a call draws the header and the traffic', () => {
  const state = scene(200, 60)
  const call = { id: 90, at: 1, bot: 'greeter', method: 'getMe', params: {}, status: 200, ok: true, duration_ms: 1 }
  const event = { id: 90, at: 1, type: 'call' as const, bot: 'greeter', call: { ...call, body: { ok: true } } }
  const after = happen(state, { type: 'events', nowMs: state.nowMs, events: [event as never] }).state
  expect(drawnAnew(state, after)).toEqual(['header', 'traffic'])
})

it('a change that is not visible draws nothing', () => {
  const state = scene()
  expect(screenOf({ ...state, nowMs: state.nowMs + 1, drafts: {}, snapshots: ['one'] })).toBe(screenOf(state))
})
