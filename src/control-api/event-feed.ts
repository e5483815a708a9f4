// The events for one listener, who reads on at its own pace and is told when some went by unread.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Events } from '../event-log/events.ts'
import { didYouMean } from '../lib/compare/nearest.ts'
import { Problem } from '../lib/problem.ts'
import { botNamed, findUser, sharedChatByRef } from '../messenger/users/named.ts'
import type { World } from '../messenger/world.ts'
import { EVENT_TYPES, type EventView, viewEvent } from './views/event.ts'
import { type Query, requireKnown } from './views/query.ts'

/** As many as are looked at in one turn; all that a listener who does not read on keeps from being forgotten. */
const BATCH = 64

const FEED_QUERY = ['bot', 'chat', 'type', 'after']

/** What a query cannot mean is refused here, before the first event. */
export function feed(world: World, events: Events, query: Query, signal: AbortSignal): AsyncGenerator<EventView> {
  requireKnown('/events', query, FEED_QUERY)
  return read(world, events, startOf(events, query.after), filterOf(world, query), signal)
}

interface Start {
  after: number
  /** Whether the number was of an earlier run. */
  restarted?: boolean
}

interface Filter {
  types?: readonly string[]
  wanted(event: EventView): boolean
}

async function* read(world: World, events: Events, start: Start, filter: Filter, signal: AbortSignal) {
  let { after } = start
  let wake = () => {}
  const stop = () => wake()
  signal.addEventListener('abort', stop)
  try {
    if (start.restarted) yield missedEvent(world, 0, null, 'The emulator was started anew; its events begin again.')
    while (!signal.aborted) {
      const { missed, events: fresh } = events.since(after, BATCH)
      if (missed) {
        after += missed
        yield missedEvent(world, after, missed, 'Only the newest events of this world are kept.')
      }
      for (const event of fresh) {
        if (signal.aborted) return
        after = event.id
        if (filter.types && !filter.types.includes(event.type)) continue
        const view = viewEvent(world, event)
        if (filter.wanted(view)) yield view
      }
      if (events.lastId() > after) {
        await nextTurn()
        continue
      }
      if (events.ended()) return
      await new Promise<void>((resolve) => {
        wake = resolve
        events.next().then(resolve)
      })
    }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** From now on, unless told from where: a number, or one with the name of the run that gave it. */
function startOf(events: Events, after: string | undefined): Start {
  if (after === undefined) return { after: events.lastId() }
  const [, life, id] = /^(?:([0-9a-f]{8})-)?(\d{1,15})$/.exec(after) ?? []
  if (id === undefined) {
    throw new Problem('invalid-params', `after: "${after}" is no event.`, 'Give the id of an event; 0 is before all.')
  }
  const known = Number(id) <= events.lastId() && (life === undefined || life === events.life)
  return known ? { after: Number(id) } : { after: 0, restarted: true }
}

function missedEvent(world: World, id: number, count: number | null, why: string): EventView {
  const hint = `${why} Look at the views again: /calls, /users/<user>/chats, /bots/<bot>/updates.`
  return { id, type: 'missed', at: world.clock.ms() / 1000, count, hint }
}

function filterOf(world: World, { bot, chat, type }: Query): Filter {
  const handle = bot === undefined ? undefined : botNamed(world, bot).handle
  const chatId = chat === undefined ? undefined : chatIdOf(world, chat)
  return {
    ...(type !== undefined && { types: typesIn(type) }),
    wanted: (event) =>
      (handle === undefined || event.bot === handle) && (chatId === undefined || event.chat === chatId),
  }
}

function typesIn(text: string): string[] {
  const types = text.split(',')
  const stray = types.find((type) => !EVENT_TYPES.includes(type))
  if (stray === undefined) return types
  const hint = didYouMean(stray, EVENT_TYPES)
  throw new Problem('invalid-params', `type: no event is called "${stray}".`, hint)
}

/** A private chat has the id of its person. */
function chatIdOf(world: World, ref: string): number {
  const user = findUser(world, ref)
  if (!user) return sharedChatByRef(world, ref).chat
  if (!user.is_bot) return user.id
  throw new Problem('not-a-chat', `${user.handle} is a bot.`, 'Ask with bot= for what concerns a bot.')
}
