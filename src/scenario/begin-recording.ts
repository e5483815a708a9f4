// A recording: the world as it stands at the beginning, and what writes down what happens in it.

import type { Client, EventView, Json } from '../client/client.ts'
import { recordScenario } from './record.ts'
import { handlesOf, promotionsOf, worldOf } from './world-of.ts'

export async function beginRecording(client: Client, name?: string) {
  const world = await worldOf(client)
  const before = [...(await startsOf(client)), ...(await promotionsOf(client))]
  return async (events: readonly EventView[]): Promise<string> =>
    recordScenario(events, { world, before, handles: await handlesOf(client), ...(name && { name }) })
}

/** Chats that had been started before: a new world has to start them again. */
async function startsOf(client: Client): Promise<Json[]> {
  const users: Json[] = await client.view('/users')
  const steps: Json[] = []
  for (const { handle } of users) {
    const chats: Json[] = await client.view(`/users/${handle}/chats`)
    for (const chat of chats)
      if (chat.kind === 'private' && chat.started) steps.push({ start: { as: handle, bot: chat.handle } })
  }
  return steps
}
