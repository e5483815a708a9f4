// Follows the events of an emulator, and connects again if the connection breaks.

import { batch, signal } from '@preact/signals-core'
import type { Client } from '../../control/client/client.ts'
import { Problem } from '../../lib/problem.ts'
import type { Sources } from './sources.ts'
import type { createTimekeeper } from './timekeeper.ts'
import type { Traffic } from './traffic.ts'
import type { Arrived } from './traffic-entries.ts'

/** With `token`, the emulator has refused the control token: ask the user for it, then call `reconnect`. */
type Link = 'connecting' | 'open' | 'lost' | 'token'

const RECONNECT_MS = 1000
const TICK_MS = 1000
/** The number of earlier events that become entries of the traffic at the first connection. */
const PAST_EVENTS = 1000

interface Parts {
  sources: Sources
  time: ReturnType<typeof createTimekeeper>
  traffic: Traffic
  nowMs(): number
  schedule(apply: () => void): void
}

export function createConnection(client: Client, { sources, time, traffic, nowMs, schedule }: Parts) {
  const link = signal<Link>('connecting')
  /** The address of the emulator, for `BOT_API_URL`; '' before the first connection. */
  const url = signal('')
  const listeners = new Set<(events: readonly Arrived[]) => void>()
  let seen = { pid: 0, event: 0 }
  let isDue = false
  let endPause = () => {}

  async function connect(signal: AbortSignal) {
    const { clock, base_url, pid, last_event: last } = await client.health()
    // If its newest event is older than the last one seen, the emulator was restarted in the same process.
    const isSame = seen.pid === pid && seen.event <= last
    if (!isSame) traffic.clear()
    const after = isSame ? seen.event : Math.max(0, last - PAST_EVENTS)
    seen = { pid, event: after }
    time.setClock(clock)
    url.value = base_url
    await sources.open(isSame)
    link.value = 'open'
    // Earlier events are part of the loaded data.
    await applyEvents(client.events({ after }, signal), isSame ? after : last, last)
  }

  /** Applies events to the loaded data if their ids are above `loaded`. The events above `last` have just happened. */
  async function applyEvents(events: ReturnType<Client['events']>, loaded: number, last: number) {
    let received: Arrived[] = []
    const apply = () => {
      const fresh = received
      received = []
      batch(() => {
        traffic.add(fresh)
        const moved = fresh.findLast((event) => event.type === 'clock')
        if (moved?.type === 'clock' && moved.id > loaded) time.setClock(moved.clock)
        const changes = fresh.filter(({ id }) => id > loaded)
        if (changes.length) sources.apply(changes)
        for (const listener of listeners) listener(fresh)
      })
    }
    for await (const event of events) {
      seen.event = event.id
      // Who has just come has not missed what the log no longer has.
      if (event.type === 'missed' && event.id <= loaded) continue
      if (!received.length) schedule(apply)
      received.push(event.id > last ? { ...event, arrivedMs: nowMs() } : event)
    }
  }

  return {
    link,
    url,
    /** Connects at once instead of after a pause. */
    reconnect() {
      isDue = true
      endPause()
    },
    /** Calls the listener with each batch of events, after the model has applied them. Returns a function that ends it. */
    onEvents(listener: (events: readonly Arrived[]) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Follows the emulator until the signal aborts. Connects again if the connection breaks. */
    async follow(signal: AbortSignal) {
      const timer = setInterval(sources.tick, TICK_MS)
      signal.addEventListener('abort', () => endPause())
      while (!signal.aborted) {
        isDue = false
        const isRefused = await connect(signal).then(
          () => false,
          (error) => error instanceof Problem && error.code === 'control-token',
        )
        sources.close()
        if (signal.aborted) break
        link.value = isRefused ? 'token' : 'lost'
        // The user may have typed another token while the last one was refused.
        if (isDue) continue
        await new Promise<void>((resolve) => {
          endPause = resolve
          if (!isRefused) setTimeout(resolve, RECONNECT_MS)
        })
      }
      clearInterval(timer)
    },
  }
}
