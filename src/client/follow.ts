// Follows the events of an emulator, so that waits check only after an event.

import type { EventView } from '../contract/events.ts'
import { stopwatch } from '../lib/clock.ts'
import { createChanges, type Look, type Wait, waitUntil } from '../lib/wait-until.ts'
import type { Client } from './client.ts'

/** The longest time to wait for an event that has already happened. */
const MAX_BEHIND_MS = 1000

export type EventFollower = Awaited<ReturnType<typeof followEvents>>

interface FollowOptions {
  /** The event to start after; without it, following starts now. */
  after?: number
  /** Selects the events to keep until they are read. */
  keep?(event: EventView): boolean
}

export async function followEvents(client: Client, { after, keep = () => true }: FollowOptions = {}) {
  const stop = new AbortController()
  const { wake, subscribe } = createChanges()
  const keptEvents: EventView[] = []
  const from = after ?? (await client.view('/cursor')).event
  let last = from
  let hasEnded = false

  async function readEvents() {
    try {
      for await (const event of client.events({ after: from }, stop.signal)) {
        last = event.id
        if (keep(event)) keptEvents.push(event)
        wake()
      }
    } finally {
      hasEnded = true
      wake()
    }
  }
  const ended = readEvents()
  // Avoids an unhandled rejection, because callers may notice a broken stream by `hasEnded` instead.
  ended.catch(() => {})

  /** Runs `look` now, after each event and after each wake, until it returns a result. */
  const until = <Found>(look: Look<Found>, wait: Omit<Wait, 'subscribe'>) => waitUntil(look, { subscribe, ...wait })

  /** Waits until the stream has delivered every event up to now. */
  async function catchUp() {
    if (hasEnded) return
    const { event } = await client.view('/cursor')
    await until(() => last >= event || hasEnded || undefined, { withinMs: MAX_BEHIND_MS })
  }

  return {
    client,
    until,
    /** Makes every wait look again, after a change without an event. */
    wake,
    catchUp,
    /** Returns the kept events after this one, up to now, and drops the earlier ones. */
    async since(event: number): Promise<EventView[]> {
      await catchUp()
      const from = keptEvents.findIndex(({ id }) => id > event)
      keptEvents.splice(0, from < 0 ? keptEvents.length : from)
      return [...keptEvents]
    },
    /** Removes and returns the oldest kept event. */
    next: () => keptEvents.shift(),
    hasEnded: () => hasEnded,
    /** Resolves when the stream ends by itself; rejects if it breaks. */
    ended,
    stop: () => stop.abort(),
  }
}

/**
 * Returns a function that returns for how many milliseconds the bots have been idle without a new call. It queries the
 * emulator only when it is called, so call it after each event.
 */
export function createIdleTimer(client: Client, isIdle: () => Promise<boolean>): () => Promise<number> {
  let newest: number | undefined
  let idleMs = stopwatch()
  return async () => {
    const { call } = await client.view('/cursor')
    const isIdleNow = await isIdle()
    if (call !== newest || !isIdleNow) idleMs = stopwatch()
    newest = call
    return isIdleNow ? idleMs() : 0
  }
}
