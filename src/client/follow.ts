// Follows the events of an emulator, so that waits check their conditions only after events.

import type { EventView } from '../contract/events.ts'
import type { MessageView } from '../contract/messages.ts'
import { stopwatch } from '../lib/clock.ts'
import { createChanges, type Look, type Wait, waitUntil } from '../lib/wait-until.ts'
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
  /** The id of the last event that sent or edited a message, by the key of the message. */
  const versions = new Map<string, number>()
  const from = after ?? (await client.view('/cursor')).event
  let last = from
  let hasEnded = false

  async function readEvents() {
    try {
      for await (const event of client.events({ after: from }, stop.signal)) {
        last = event.id
        if ((event.type === 'message' || event.type === 'edit') && event.message) {
          versions.set(keyOf(event.message), event.id)
        }
        if (keep(event)) keptEvents.push(event)
        wake()
      }
    } finally {
      hasEnded = true
      wake()
    }
  }
  const ended = readEvents()
  // Prevents an unhandled rejection if a caller only checks `hasEnded` and never awaits `ended`.
  ended.catch(() => {})

  /** Waits until `look` succeeds. Calls `look` at once, after each event, after each `wake()` and at the timeout. */
  const until = <Found>(look: Look<Found>, wait: Omit<Wait, 'subscribe'>) => waitUntil(look, { subscribe, ...wait })

  /** Waits for all events up to now, but at most `MAX_BEHIND_MS`. */
  async function catchUp() {
    if (hasEnded) return
    const { event } = await client.view('/cursor')
    await until(() => last >= event || hasEnded || undefined, { withinMs: MAX_BEHIND_MS })
  }

  return {
    client,
    until,
    /** Makes all waits check their conditions again, after a change that does not cause an event. */
    wake,
    catchUp,
    /** Returns the kept events with ids above `event`, and drops all other kept events. */
    async since(event: number): Promise<EventView[]> {
      await catchUp()
      const from = keptEvents.findIndex(({ id }) => id > event)
      keptEvents.splice(0, from < 0 ? keptEvents.length : from)
      return [...keptEvents]
    },
    next: () => keptEvents.shift(),
    /** Returns the id of the last event that has arrived. */
    last: () => last,
    /** Returns a number that is higher after each edit of the message, as far as its events have arrived. */
    versionOf: (message: MessageView) => versions.get(keyOf(message)) ?? 0,
    hasEnded: () => hasEnded,
    /** Rejects if the stream breaks, but not if `stop` or the emulator ends it. */
    ended,
    stop: () => stop.abort(),
  }
}

/** The author is part of the key, because a person's private chats with two bots have the same id. */
const keyOf = ({ chat, author, message_id }: MessageView) => `${chat.id} ${author.id} ${message_id}`

/**
 * Returns a function that measures how long `isIdle` has been true without a new call of a bot. The caller must call
 * the returned function after each event.
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
