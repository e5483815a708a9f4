// A recording: the world as it stands at the beginning, and what writes down what happens in it.

import type { Client, Values } from '../client/client.ts'
import type { EventView } from '../contract/events.ts'
import { fileIn, messageIn } from './file-in.ts'
import { type KeepFile, recordScenario, type WrittenStep } from './record.ts'
import { handlesOf, promotionsOf, worldOf } from './world-of.ts'

/** `usual` is how the service is set in a new emulator: what differs from it is written down. */
export async function beginRecording(client: Client, usual: Values, name?: string) {
  const world = await worldOf(client, usual)
  const before = [...(await startsOf(client)), ...(await promotionsOf(client))]
  return async (events: readonly EventView[], keep: KeepFile): Promise<string> =>
    recordScenario(events, {
      world,
      before,
      handles: await handlesOf(client),
      contents: await contentsOf(client, events),
      keep,
      ...(name && { name }),
    })
}

/** What was sent, as the service keeps it. */
async function contentsOf(client: Client, events: readonly EventView[]): Promise<Map<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>()
  for (const event of events) {
    const sent = event.type === 'action' && event.params.file ? fileIn(messageIn(event.result)) : undefined
    if (!sent || contents.has(sent.unique_id)) continue
    const bytes = await client.file(sent.unique_id).catch(() => undefined)
    if (bytes) contents.set(sent.unique_id, bytes)
  }
  return contents
}

/** Chats that had been started before: a new world has to start them again. */
async function startsOf(client: Client): Promise<WrittenStep[]> {
  const users = await client.view('/users')
  const steps: WrittenStep[] = []
  for (const { handle } of users) {
    const chats = await client.view('/users/:user/chats', { user: handle })
    for (const chat of chats)
      if (chat.kind === 'private' && chat.started) steps.push({ start: { as: handle, bot: chat.handle } })
  }
  return steps
}
