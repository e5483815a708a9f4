// The two clients over the same small world: alice, and the bot greeter.

import { onTestFinished } from 'vitest'
import type { Client } from '../../../src/control/client/client.ts'
import { directClient } from '../../../src/control/client/direct-client.ts'
import { httpClient } from '../../../src/control/client/http-client.ts'
import type { EventView } from '../../../src/control/contract/events.ts'
import { world } from '../../helpers/service.ts'

export type Stage = Awaited<ReturnType<typeof stage>>

export async function stage() {
  const { s, people, bots } = await world({
    people: [{ first_name: 'Alice', handle: 'alice', username: 'alice_w' }],
    bots: [{ handle: 'greeter', username: 'greeter_bot' }],
  })
  return { ...s, greeter: bots[0]!, alice: people[0] }
}

export const DOORS: [string, (here: Stage) => Client][] = [
  ['over HTTP', ({ url }) => httpClient(url)],
  ['in process', ({ emulator, url }) => directClient(emulator, url)],
]

/** The next events, as many as are asked for. */
export async function collect(client: Client, query: Record<string, unknown>, count: number): Promise<EventView[]> {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const events: EventView[] = []
  for await (const event of client.events(query, stop.signal)) {
    events.push(event)
    if (events.length === count) break
  }
  stop.abort()
  return events
}
