// The events for one listener, who reads on at its own pace and is told when some went by unread.

import type { Events } from './events.ts'
import { type EventView, viewEvent } from './views/event.ts'
import type { Query } from './views/index.ts'
import { botNamed, findSharedChat, findUser } from './world/named.ts'
import type { World } from './world/world.ts'

export async function* feed(world: World, events: Events, query: Query, signal: AbortSignal) {
  const wanted = filter(world, query)
  let after = startOf(events, query.after)
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  while (!signal.aborted) {
    const { missed, events: fresh } = events.since(after)
    if (missed) yield missedEvent(after, missed)
    for (const event of fresh) {
      after = event.id
      const view = viewEvent(world, event)
      if (wanted(view)) yield view
      if (signal.aborted) return
    }
    if (events.lastId() === after) await Promise.race([events.next(), stopped])
  }
}

/** From now on, unless told from where; a number of an earlier life of the emulator starts from the beginning. */
function startOf(events: Events, after: string | undefined): number {
  const id = after === undefined ? events.lastId() : Number(after) || 0
  return id > events.lastId() ? 0 : id
}

function missedEvent(after: number, count: number): EventView {
  const hint = 'Look at the views again: GET /_emulator/calls, /users/<user>/chats, /bots/<bot>/updates.'
  return { id: after + count, type: 'missed', at: 0, count, hint }
}

function filter(world: World, { bot, chat, type }: Query): (event: EventView) => boolean {
  const handle = bot === undefined ? undefined : botNamed(world, bot).handle
  const place = chat === undefined ? undefined : (findSharedChat(world, chat) ?? findUser(world, chat))
  const chatId = chat === undefined ? undefined : place && 'chat' in place ? place.chat : (place?.id ?? Number(chat))
  const types = type?.split(',')
  return (event) =>
    (handle === undefined || event.bot === handle) &&
    (chatId === undefined || event.chat === chatId) &&
    (types === undefined || types.includes(event.type))
}
