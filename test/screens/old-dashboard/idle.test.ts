// What time alone does to the screen: nothing is drawn again while nothing on it changes.

import { createElement } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Client } from '../../../src/control/client/client.ts'
import { App } from '../../../src/screens/old-dashboard/app.tsx'
import type { DashboardEvent } from '../../../src/screens/old-dashboard/reduce/reducer.ts'
import { createSession } from '../../../src/screens/old-dashboard/session.ts'
import { EVENTS, GREETER, NOON, NOTHING_OUTSIDE, PLAIN } from './stage/scene.ts'
import { mounted } from './stage/shown.tsx'

async function quiet(clock = { now: NOON, frozen: false }, columns = 120) {
  let nowMs = NOON * 1000
  let frames = 0
  const asked: string[] = []
  const view = async (path: string) => {
    asked.push(path)
    return path.endsWith('/delivery') ? { polling: false, webhook: null, waiting: 0 } : new Promise(() => {})
  }
  const session = createSession({
    client: { view } as unknown as Client,
    url: 'http://127.0.0.1:8081',
    look: PLAIN,
    size: { columns, rows: 40 },
    nowMs: () => nowMs,
    ...NOTHING_OUTSIDE,
  })
  session.dispatch({ type: 'loaded', nowMs, loaded: { clock, bots: [GREETER] } })
  session.dispatch({ type: 'link', link: 'open' })
  const screen = await mounted(createElement(App, { session }), columns, 40)
  onTestFinished(() => screen.close())
  session.subscribe(() => frames++)
  return {
    state: session.state,
    asked,
    dispatch: (event: DashboardEvent) => session.dispatch(event),
    header: async () => {
      await screen.instance.waitUntilRenderFlush()
      await screen.write('')
      return screen.rows()[0]!
    },
    /** How often it is drawn while so many seconds go by. */
    drawnIn(seconds: number) {
      frames = 0
      for (let i = 0; i < 2 * seconds; i++) {
        nowMs += 500
        session.dispatch({ type: 'tick', nowMs })
      }
      return frames
    },
  }
}

describe('an idle screen', () => {
  it('is drawn once a minute, for the clock in its header', async () => {
    const { drawnIn, header, state } = await quiet()
    expect(await header()).toMatch(/clock 12:00 real$/)
    expect(drawnIn(59)).toBe(0)
    expect(await header()).toMatch(/clock 12:00 real$/)
    expect(drawnIn(1)).toBe(1)
    expect(await header()).toMatch(/clock 12:01 real$/)
    expect(drawnIn(600)).toBe(10)
    // Forms reckon with it.
    expect(state().nowMs).toBe((NOON + 660) * 1000)
  })

  it('is never drawn where the clock stands still, whose seconds it shows', async () => {
    const { drawnIn, header } = await quiet({ now: NOON + 5, frozen: true })
    expect(drawnIn(3600)).toBe(0)
    expect(await header()).toMatch(/clock Fri 2027-01-15 12:00:05 frozen$/)
  })
})

it('asks the emulator for nothing while nothing happens', async () => {
  const { drawnIn, asked } = await quiet()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  asked.length = 0
  for (let i = 0; i < 60; i++) {
    drawnIn(1)
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(asked).toEqual([])
})

describe('is drawn again by time', () => {
  it('when what was said has been there for six seconds', async () => {
    const { dispatch, drawnIn, state } = await quiet()
    dispatch({ type: 'notice', text: 'Done.', isError: false })
    expect(drawnIn(5.5)).toBe(0)
    expect(drawnIn(0.5)).toBe(1)
    expect(state().toast).toBeNull()
  })

  it('every five seconds while calls are in the chart, and no more once they have left it', async () => {
    const { dispatch, drawnIn } = await quiet({ now: NOON, frozen: true }, 200)
    const calls = EVENTS.filter(({ type }) => type === 'call').map((event) => ({ ...event, bot: 'other' }))
    dispatch({ type: 'events', events: calls, nowMs: NOON * 1000 })
    expect(drawnIn(145)).toBe(29)
    expect(drawnIn(5)).toBe(1)
    expect(drawnIn(3600)).toBe(0)
  })

  it('each second while a bot has just gone, and each minute after two', async () => {
    const { dispatch, drawnIn, header } = await quiet({ now: NOON, frozen: true })
    const poll = EVENTS.filter((event) => event.type === 'call' && event.call.method === 'getUpdates')
    dispatch({ type: 'events', events: poll, nowMs: NOON * 1000 })
    drawnIn(115)
    expect(await header()).toContain('stopped polling 115 s ago')
    expect(drawnIn(4)).toBe(4)
    drawnIn(181)
    expect(await header()).toContain('stopped polling 5 min ago')
    expect(drawnIn(600)).toBe(10)
  })

  it('each second while the clock lies on top, unless it stands still', async () => {
    const running = await quiet()
    running.dispatch({ type: 'stroke', stroke: { key: 't', text: 't' } })
    expect(running.drawnIn(60)).toBe(60)
    running.dispatch({ type: 'stroke', stroke: { key: 'esc' } })
    expect(running.drawnIn(59)).toBe(0)
    const frozen = await quiet({ now: NOON, frozen: true })
    frozen.dispatch({ type: 'stroke', stroke: { key: 't', text: 't' } })
    expect(frozen.drawnIn(60)).toBe(0)
  })

  it('while limits are shown, as a call moves through the bars of the last minute', async () => {
    const { dispatch, drawnIn } = await quiet()
    dispatch({ type: 'stroke', stroke: { key: 'L', text: 'L' } })
    const limits = [{ limit: 'messages_per_second', used: 3, allowed: 30, free_in: 0, operations: ['sendMessage'] }]
    dispatch({ type: 'loaded', nowMs: NOON * 1000, loaded: { panel: { source: 'limits greeter ', read: { limits } } } })
    const sent = { id: 70, at: NOON, bot: 'greeter', method: 'sendMessage', params: {}, status: 200, ok: true }
    const call = { ...sent, body: { ok: true as const, result: true }, duration_ms: 1 }
    dispatch({ type: 'events', nowMs: NOON * 1000, events: [{ id: 70, at: NOON, type: 'call', bot: 'greeter', call }] })
    // Every 3 s for the bars of the limit, and every 5 s for those of the header.
    expect(drawnIn(30)).toBe(14)
  })
})

it.each([60, 80, 120])('knows within two seconds that a program has hung up, at %i columns', async (columns) => {
  const { dispatch, drawnIn, header } = await quiet({ now: NOON, frozen: true }, columns)
  const at = { at: NOON, bot: 'greeter' }
  const answer = { status: 200, ok: true, body: { ok: true as const, result: [] } }
  const call = { ...at, id: 91, method: 'getUpdates', params: { timeout: 30 }, duration_ms: 4000, ...answer }
  const pending = { ...at, id: 92, type: 'update' as const, update_id: 9, update_type: 'message' as const }
  dispatch({ type: 'events', events: [{ ...at, id: 90, type: 'poll' }], nowMs: NOON * 1000 })
  expect(await header()).toContain('polling')
  const update = { ...pending, update: { update_id: 9 } }
  dispatch({ type: 'events', events: [{ ...at, id: 91, type: 'call', call }, update], nowMs: NOON * 1000 })
  drawnIn(2)
  expect(await header()).toContain('stopped polling 2 s ago')
})
