// Reads along with what happens on a stage, so that it can be reported afterwards.

import type { Client } from '../../../client/client.ts'
import type { EventView } from '../../../contract/events.ts'
import { sleep } from '../sleep.ts'

const TICK_MS = 1
const MAX_TICKS = 1000

export async function follow(client: Client) {
  const stop = new AbortController()
  const events: EventView[] = []
  const { event: first } = await client.view('/cursor')
  let last: number = first
  let more = Promise.withResolvers<void>()
  let moreOfBot = Promise.withResolvers<void>()
  void (async () => {
    for await (const event of client.events({ after: first }, stop.signal)) {
      events.push(event)
      last = event.id
      more.resolve()
      more = Promise.withResolvers<void>()
      if (!isOfBot(event)) continue
      moreOfBot.resolve()
      moreOfBot = Promise.withResolvers<void>()
    }
  })().catch(() => {})

  return {
    /** What happened after an event, up to now. */
    async since(event: number): Promise<EventView[]> {
      const { event: newest } = await client.view('/cursor')
      for (let tick = 0; last < newest && tick < MAX_TICKS; tick++) await sleep(TICK_MS)
      const from = events.findIndex(({ id }) => id > event)
      // What lies before is never asked for again.
      events.splice(0, from < 0 ? events.length : from)
      return [...events]
    },
    /** Resolves when something more has happened. */
    next: () => more.promise,
    /** Resolves when a bot has written or edited something more. */
    nextOfBot: () => moreOfBot.promise,
    stop: () => stop.abort(),
  }
}

const isOfBot = (event: EventView) =>
  (event.type === 'message' || event.type === 'edit') && (event.message?.author.is_bot ?? false)
