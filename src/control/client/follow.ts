// Follows the events of an emulator, so that waits check their conditions only after events.

import { createChanges, type Look, type Wait, waitUntil } from '../../lib/wait-until.ts'
import type { EventView } from '../contract/events.ts'
import type { Client } from './client.ts'

/** How long `catchUp` waits for events that have happened but have not arrived in the stream. */
const MAX_BEHIND_MS = 1000

export type EventFollower = Awaited<ReturnType<typeof followEvents>>

interface FollowOptions {
  /** The id of the event to start after. By default, starts with the next event. */
  after?: number
  /** Selects the events to keep for the caller. By default, keeps all events. */
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
  // Prevents an unhandled rejection if a caller never awaits `ended`.
  ended.catch(() => {})

  /** Waits until `look` succeeds. Calls `look` at once, after each event and at the timeout. */
  const until = <Found>(look: Look<Found>, wait: Omit<Wait, 'subscribe'>) => waitUntil(look, { subscribe, ...wait })

  /** Waits for all events up to now, but at most `MAX_BEHIND_MS`. */
  async function catchUp() {
    if (hasEnded) return
    const { event } = await client.view('/cursor')
    await until(() => last >= event || hasEnded || undefined, { withinMs: MAX_BEHIND_MS })
  }

  return {
    until,
    catchUp,
    /** Returns the kept events with ids above `event`, and drops all other kept events. */
    async since(event: number): Promise<EventView[]> {
      await catchUp()
      const from = keptEvents.findIndex(({ id }) => id > event)
      keptEvents.splice(0, from < 0 ? keptEvents.length : from)
      return [...keptEvents]
    },
    /** Rejects if the stream breaks, but not if `stop` or the emulator ends it. */
    ended,
    stop: () => stop.abort(),
  }
}
