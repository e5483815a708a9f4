// A thousand events a second: keys are answered at once, memory stays flat.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createElement } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Client } from '../../../src/control/client/client.ts'
import type { EventView } from '../../../src/control/contract/events.ts'
import { stopwatch } from '../../../src/lib/clock.ts'
import { App } from '../../../src/screens/old-dashboard/app.tsx'
import { createSession } from '../../../src/screens/old-dashboard/session.ts'
import {
  ALICE,
  BOB,
  CHATS,
  GREETER,
  MESSAGES,
  NEWS,
  NOON,
  NOTHING_OUTSIDE,
  PLAIN,
  REFUSED,
  said,
  TEAM,
  WITH_GREETER,
} from './stage/scene.ts'
import { mounted } from './stage/shown.tsx'

// As the program runs it: React's other half looks for mistakes while it draws.
vi.hoisted(() => {
  process.env.NODE_ENV = 'production'
})

/** Events as busy bots make them: a call, a message, an update each. */
function* busy(): Generator<EventView> {
  for (let id = 1; ; id++) {
    const at = NOON + id / 1000
    const text = `message ${id} 猫 👋 ${'and more words '.repeat(id % 12)}`
    if (id % 3 === 0)
      yield {
        id,
        type: 'message',
        at,
        bot: 'greeter',
        chat: 101,
        message_id: 100 + id,
        message: said(100 + id, { text }),
      }
    else if (id % 3 === 1)
      yield {
        id,
        type: 'update',
        at,
        bot: 'greeter',
        update_id: id,
        update_type: 'message',
        update: { update_id: id, message: said(100 + id, { text }) },
      }
    else {
      const refused = id % 30 === 2 ? REFUSED : {}
      const call = {
        id,
        at,
        bot: 'greeter',
        method: 'sendMessage',
        params: { chat_id: 101, text },
        status: 200,
        ok: true,
        body: { ok: true },
        duration_ms: 1,
        ...refused,
      }
      yield { id, type: 'call', at, bot: 'greeter', call }
    }
  }
}

/** A client whose events come when they are let in. */
function flooded() {
  const events = busy()
  let waiting: EventView[] = []
  let wake = () => {}
  const views: Record<string, unknown> = {
    '/users': [ALICE, BOB],
    '/bots': [GREETER],
    '/chats': [TEAM, NEWS],
    '/calls': [],
    '/snapshots': [],
    '/service': { allow_local_webhooks: false },
    '/bots/:bot/delivery': { polling: true, webhook: null, waiting: 0 },
    '/bots/:bot/profile': GREETER.profile,
    '/users/:user/chats': CHATS,
    '/users/:user/chats/:chat': { ...WITH_GREETER, messages: MESSAGES },
  }
  const client = {
    health: async () => ({ version: '', base_url: '', clock: { now: NOON, frozen: true }, last_event: 0 }),
    actions: async () => [],
    perform: async () => true,
    view: async (path: string) => structuredClone(views[path]),
    async *events(_: unknown, signal: AbortSignal) {
      while (!signal.aborted) {
        const taken = waiting
        waiting = []
        yield* taken
        await new Promise<void>((resolve) => {
          wake = resolve
          if (waiting.length || signal.aborted) resolve()
        })
      }
    },
    file: async () => new Uint8Array(),
  }
  return {
    client: client as unknown as Client,
    letIn(count: number) {
      for (let i = 0; i < count; i++) waiting.push(events.next().value)
      wake()
    },
    end: () => wake(),
  }
}

async function opened(columns: number, rows: number) {
  const flood = flooded()
  const stop = new AbortController()
  let awaited: { text: string; seen(): void } | undefined
  let frames = 0
  const nowMs = stopwatch()
  const session = createSession({
    client: flood.client,
    url: 'http://127.0.0.1:8081',
    look: { ...PLAIN, colours: 'full' },
    size: { columns, rows },
    nowMs: () => NOON * 1000 + nowMs(),
    last: { me: 'alice', open: 'greeter' },
    ...NOTHING_OUTSIDE,
  })
  const screen = await mounted(createElement(App, { session }), columns, rows, { maxFps: 60, hasGrid: false })
  screen.onWrite((text) => {
    if (text.startsWith('\u001b[?2026h')) frames++
    if (awaited && text.includes(awaited.text)) awaited.seen()
  })
  const following = session.follow(stop.signal)
  onTestFinished(async () => {
    stop.abort()
    flood.end()
    await following
    screen.close()
  })
  await expect.poll(() => session.state().conversation.messages.length).toBeGreaterThan(0)
  /** Resolves once a frame is written that holds the text. */
  const shows = (text: string) =>
    new Promise<void>((seen) => {
      awaited = { text, seen }
    })
  return { flood, session, shows, keys: screen.keys, bytes: screen.bytes, frames: () => frames }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

it('keeps no more after a long day than after a short one', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const { flood, session } = await opened(120, 40)
  const heapAfter = async (events: number) => {
    for (let i = 0; i < events; i += 500) {
      flood.letIn(500)
      await pause(5)
    }
    await pause(300)
    collect()
    return process.memoryUsage().heapUsed
  }
  const early = await heapAfter(12_000)
  const late = await heapAfter(48_000)
  expect(session.state().traffic.length).toBe(2000)
  expect(session.state().conversation.messages.length).toBe(4000)
  expect(late - early).toBeLessThan(8_000_000)
})

it('takes in at once all that came while it was in the background', () => {
  const session = createSession({
    client: {} as Client,
    url: '',
    look: PLAIN,
    size: { columns: 120, rows: 40 },
    nowMs: () => NOON * 1000,
    ...NOTHING_OUTSIDE,
  })
  const source = busy()
  const events = Array.from({ length: 60_000 }, (): EventView => source.next().value)
  const tookMs = stopwatch()
  session.dispatch({ type: 'events', events, nowMs: NOON * 1000 })
  expect(tookMs()).toBeLessThan(1000)
  expect(session.state().traffic.length).toBe(2000)
})
