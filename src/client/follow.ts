// Follows the events of an emulator, so that a wait looks only after something has happened.

import type { EventView } from '../contract/events.ts'
import { stopwatch } from '../lib/clock.ts'
import { createChanges, type Look, type Wait, waitUntil } from '../lib/wait-until.ts'
import type { Client } from './client.ts'

/** How long an event that has happened may take to arrive. */
const MAX_BEHIND_MS = 1000

export type Followed = Awaited<ReturnType<typeof follow>>

interface Following {
  /** Events count after this one; from now on unless given. */
  after?: number
  /** Which of them are kept until they are asked for. */
  keep?(event: EventView): boolean
}

export async function follow(client: Client, { after, keep = () => true }: Following = {}) {
  const stop = new AbortController()
  const { wake, subscribe } = createChanges()
  const kept: EventView[] = []
  const from = after ?? (await client.view('/cursor')).event
  let last = from
  let hasEnded = false

  async function read() {
    try {
      for await (const event of client.events({ after: from }, stop.signal)) {
        last = event.id
        if (keep(event)) kept.push(event)
        wake()
      }
    } finally {
      hasEnded = true
      wake()
    }
  }
  const ended = read()
  // Without a listener of its own a broken stream shows in the next look.
  ended.catch(() => {})

  /** Looks at once, after each event, and after each wake. */
  const until = <Found>(look: Look<Found>, wait: Omit<Wait, 'subscribe'>) => waitUntil(look, { subscribe, ...wait })

  /** Waits until the stream has brought all that has happened by now. */
  async function catchUp() {
    if (hasEnded) return
    const { event } = await client.view('/cursor')
    await until(() => last >= event || hasEnded || undefined, { withinMs: MAX_BEHIND_MS })
  }

  return {
    client,
    until,
    /** Makes those look who wait, for a change that has no event. */
    wake,
    catchUp,
    /** Returns the events after this one that have happened by now, and drops those before it. */
    async since(event: number): Promise<EventView[]> {
      await catchUp()
      const from = kept.findIndex(({ id }) => id > event)
      kept.splice(0, from < 0 ? kept.length : from)
      return [...kept]
    },
    /** Returns the oldest event and drops it. */
    next: () => kept.shift(),
    hasEnded: () => hasEnded,
    /** Resolves when the stream ends by itself; rejects if it breaks. */
    ended,
    stop: () => stop.abort(),
  }
}

/**
 * Returns a function that tells for how many milliseconds the bots have been idle without a call in between. Looks at
 * the emulator only when it is called: after each event.
 */
export function idleTime(client: Client, isIdle: () => Promise<boolean>): () => Promise<number> {
  let newest: number | undefined
  let quiet = stopwatch()
  return async () => {
    const { call } = await client.view('/cursor')
    const isNow = await isIdle()
    if (call !== newest || !isNow) quiet = stopwatch()
    newest = call
    return isNow ? quiet() : 0
  }
}
