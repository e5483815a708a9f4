// Reads along with what happens on a stage, so that it can be told afterwards.

import type { Client } from '../../../client/client.ts'
import type { EventView } from '../../../contract/events.ts'
import { sleep } from '../steps/pause.ts'

export interface Followed {
  /** What happened after an event, up to now. */
  since(event: number): Promise<EventView[]>
  /** Resolves when something more has happened. */
  next(): Promise<void>
  /** Resolves when a bot has written or edited something more. */
  nextOfBot(): Promise<void>
  stop(): void
}

const TICK_MS = 1
const MAX_TICKS = 1000

export async function follow(client: Client): Promise<Followed> {
  const stop = new AbortController()
  const events: EventView[] = []
  const { event: first } = await client.view('/cursor')
  let last: number = first
  let more = Promise.withResolvers<void>()
  let moreOfBot = Promise.withResolvers<void>()
  const reading = (async () => {
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
    async since(event) {
      const { event: newest } = await client.view('/cursor')
      for (let tick = 0; last < newest && tick < MAX_TICKS; tick++) await sleep(TICK_MS)
      const from = events.findIndex(({ id }) => id > event)
      // What lies before is never asked for again.
      events.splice(0, from < 0 ? events.length : from)
      return [...events]
    },
    next: () => more.promise,
    nextOfBot: () => moreOfBot.promise,
    stop() {
      stop.abort()
      void reading
    },
  }
}

const isOfBot = (event: EventView) =>
  (event.type === 'message' || event.type === 'edit') && (event.message?.author.is_bot ?? false)
