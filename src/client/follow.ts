// Follows the events of an emulator, so that waits check their conditions only after events.

import type { EventView } from '../contract/events.ts'
import { stopwatch } from '../lib/clock.ts'
import { createChanges, type Look, type Wait, waitUntil } from '../lib/wait-until.ts'
import type { Client } from './client.ts'

/** The longest time that `catchUp` waits for events that have happened but have not arrived in the stream. */
const MAX_BEHIND_MS = 1000

export type EventFollower = Awaited<ReturnType<typeof followEvents>>

interface FollowOptions {
  /** The id of the event to start after. Without it, following starts with the next event. */
  after?: number
  /** Returns true for an event to keep until the caller reads it. By default, all events are kept. */
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
  // Prevents an unhandled rejection if the stream breaks, because a caller may check `hasEnded` and never await
  // `ended`.
  ended.catch(() => {})

  /**
   * Waits until `look` returns a result. Runs it at once, after each event, after each call of `wake`, and at the
   * timeout.
   */
  const until = <Found>(look: Look<Found>, wait: Omit<Wait, 'subscribe'>) => waitUntil(look, { subscribe, ...wait })

  /** Waits until the stream has delivered all events up to now, but at most `MAX_BEHIND_MS`. */
  async function catchUp() {
    if (hasEnded) return
    const { event } = await client.view('/cursor')
    await until(() => last >= event || hasEnded || undefined, { withinMs: MAX_BEHIND_MS })
  }

  return {
    client,
    until,
    /** Makes all waits check their conditions again. Call it after a change that does not cause an event. */
    wake,
    catchUp,
    /** Returns the kept events after the event with this id, up to now. Drops the kept events before them. */
    async since(event: number): Promise<EventView[]> {
      await catchUp()
      const from = keptEvents.findIndex(({ id }) => id > event)
      keptEvents.splice(0, from < 0 ? keptEvents.length : from)
      return [...keptEvents]
    },
    /** Removes and returns the oldest kept event. */
    next: () => keptEvents.shift(),
    hasEnded: () => hasEnded,
    /**
     * Resolves when the event stream ends, because of `stop` or because the emulator has stopped. Rejects if the stream
     * breaks.
     */
    ended,
    stop: () => stop.abort(),
  }
}

/**
 * Returns a function that returns for how many milliseconds `isIdle` has been true without a new call of a bot. It
 * checks that only when it is called, so call it after each event.
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
