// Collects what a running emulator shows, for a page in one file.

import type { Client } from '../control/client/client.ts'
import type { PersonChatView, ShownChatView } from '../control/contract/chats.ts'
import type { EventView } from '../control/contract/events.ts'
import type { MessageView } from '../control/contract/messages.ts'
import type { WorldPage } from '../control/contract/page-data.ts'
import type { BotView, UserView } from '../control/contract/people.ts'
import { fileIn } from '../control/describe/message.ts'
import { dayOf, minuteOf } from '../lib/time-text.ts'

const MAX_EVENTS = 2000
/** The maximum size of a file in the page. The page contains only the name of a larger file. */
const MAX_FILE_BYTES = 5_000_000

export async function worldPage(client: Client): Promise<WorldPage> {
  const health = await client.health()
  const views: Record<string, unknown> = { health }
  async function load<Result>(path: string): Promise<Result> {
    const result = (await client.view(`/${path}`)) as Result
    views[path] = result
    return result
  }
  const users = await load<UserView[]>('users')
  const bots = await load<BotView[]>('bots')
  for (const path of ['faults', 'clock']) await load(path)
  for (const { id } of bots)
    for (const part of ['delivery', 'limits', 'updates', 'profile']) await load(`bots/${id}/${part}`)
  const messages: MessageView[] = []
  const sharedChats = new Set<number>()
  for (const { handle } of users) {
    for (const chat of await load<PersonChatView[]>(`users/${handle}/chats`)) {
      const shown = await load<ShownChatView>(`users/${handle}/chats/${chat.handle}`)
      messages.push(...shown.messages)
      if (chat.kind !== 'private') sharedChats.add(chat.id)
    }
  }
  for (const id of sharedChats) await load(`chats/${id}/members`)
  const title = `bot-emulator, ${dayOf(health.clock.now)} ${minuteOf(health.clock.now)}`
  const events = await eventsUpTo(client, health.last_event)
  return { ...withoutSecrets({ kind: 'world', title, views, events }), files: await filesOf(client, messages) }
}

/** Leaves out the tokens of bots and the secrets of webhooks. A message that contains a token is shown as it is. */
function withoutSecrets<Value>(value: Value): Value {
  const isSecret = (key: string, each: unknown) => (key === 'secret_token' || key === 'token') && Boolean(each)
  return JSON.parse(JSON.stringify(value, (key, each) => (isSecret(key, each) ? '…' : each)))
}

async function eventsUpTo(client: Client, last: number): Promise<EventView[]> {
  const events: EventView[] = []
  if (!last) return events
  for await (const event of client.events({ after: Math.max(0, last - MAX_EVENTS) })) {
    events.push(event)
    if (event.id >= last) break
  }
  return events
}

async function filesOf(client: Client, messages: readonly MessageView[]): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const { kind, file, unique_id } of messages.flatMap((message) => fileIn(message) ?? [])) {
    if (unique_id in files || file.file_size > MAX_FILE_BYTES) continue
    const bytes = await client.file(unique_id).catch(() => undefined)
    if (!bytes) continue
    // A photo is JPEG, because the service converts it. A document needs no type, because the browser only saves it.
    const type = kind === 'photo' ? 'image/jpeg' : kind !== 'document' && 'mime_type' in file && file.mime_type
    files[unique_id] = `data:${type || 'application/octet-stream'};base64,${Buffer.from(bytes).toString('base64')}`
  }
  return files
}
