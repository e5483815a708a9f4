// The two clients over the same small world: alice, and the bot greeter.

import { onTestFinished } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import { directClient } from '../../src/client/direct-client.ts'
import { httpClient } from '../../src/client/http-client.ts'
import type { EventView } from '../../src/contract/events.ts'
import { service } from '../conformance/service.ts'

export type Stage = Awaited<ReturnType<typeof stage>>

export async function stage() {
  const here = await service()
  const greeter = await here.bot({ handle: 'greeter', username: 'greeter_bot' })
  const alice = await here.user('Alice', { handle: 'alice', username: 'alice_w' })
  return { ...here, greeter, alice }
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
