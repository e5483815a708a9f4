// The events for one listener, who reads on at its own pace and is told when some went by unread.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventView } from '../contract/events.ts'
import type { ReadLog } from '../event-log/event-log.ts'
import { didYouMean } from '../lib/compare/nearest.ts'
import { Problem } from '../lib/problem.ts'
import { waitUntil } from '../lib/wait-until.ts'
import { botNamed, findSharedChat, findUser, sharedChatByRef } from '../messenger/users/named.ts'
import type { Read } from '../messenger/world.ts'
import { EVENT_TYPES, viewEvent } from './build-views/event.ts'
import { type QueryText, requireKnown } from './views/parse-query.ts'

/** As many as are looked at in one turn; all that a listener who does not read on keeps from being forgotten. */
const BATCH = 64

const FEED_QUERY = ['bot', 'chat', 'type', 'after']

/** What a query cannot mean is refused here, before the first event. */
export function feed(read: Read, query: QueryText, signal: AbortSignal): AsyncGenerator<EventView> {
  requireKnown('/events', query, FEED_QUERY)
  return follow(read, startOf(read.log, query.after), filterOf(read, query), signal)
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

async function* follow(read: Read, start: Start, filter: Filter, signal: AbortSignal) {
  const { log } = read
  let { after } = start
  if (start.restarted) yield missedEvent(read, 0, null, 'The emulator was started anew; its events begin again.')
  while (!signal.aborted) {
    const { missed, entries } = log.since(after, BATCH)
    if (missed) {
      after += missed
      yield missedEvent(read, after, missed, 'Only the newest events of this world are kept.')
    }
    for (const event of entries) {
      if (signal.aborted) return
      after = event.id
      if (filter.types && !filter.types.includes(event.type)) continue
      const view = viewEvent(read, event)
      if (filter.wanted(view)) yield view
    }
    if (log.lastId() > after) await nextTurn()
    else if (log.ended()) return
    else await nextEntry(log, after, signal)
  }
}

/** Waits for an entry, for the end of the log, or until the listener leaves. */
async function nextEntry({ lastId, ended, subscribe }: ReadLog, after: number, signal: AbortSignal) {
  const look = () => lastId() > after || ended() || undefined
  await waitUntil(look, { subscribe, withinMs: Infinity, signal }).catch(() => signal.aborted)
}

/** From now on, unless told from where: a number, or one with the name of the run that gave it. */
function startOf(log: ReadLog, after: string | undefined): Start {
  if (after === undefined) return { after: log.lastId() }
  const [, life, id] = /^(?:([0-9a-f]{8})-)?(\d{1,15})$/.exec(after) ?? []
  if (id === undefined) {
    throw new Problem('invalid-params', `after: "${after}" is no event.`, 'Give the id of an event; 0 is before all.')
  }
  const known = Number(id) <= log.lastId() && (life === undefined || life === log.life)
  return known ? { after: Number(id) } : { after: 0, restarted: true }
}

function missedEvent(read: Read, id: number, count: number | null, why: string): EventView {
  const hint = `${why} Look at the views again: /calls, /users/<user>/chats, /bots/<bot>/updates.`
  return { id, type: 'missed', at: read.clock.ms() / 1000, count, hint }
}

/** Both are looked up for each event anew: another world may stand in place, and they may have other names. */
function filterOf(read: Read, { bot, chat, type }: QueryText): Filter {
  if (bot !== undefined) botNamed(read, bot)
  if (chat !== undefined) requireChat(read, chat)
  const isOfBot = (ref: string, event: EventView) =>
    event.bot !== undefined && event.bot === findUser(read, ref)?.handle
  const isOfChat = (ref: string, event: EventView) => event.chat !== undefined && event.chat === chatIdOf(read, ref)
  return {
    ...(type !== undefined && { types: typesIn(type) }),
    wanted: (event) => (bot === undefined || isOfBot(bot, event)) && (chat === undefined || isOfChat(chat, event)),
  }
}

function typesIn(text: string): string[] {
  const types = text.split(',')
  const stray = types.find((type) => !EVENT_TYPES.includes(type))
  if (stray === undefined) return types
  const hint = didYouMean(stray, EVENT_TYPES)
  throw new Problem('invalid-params', `type: no event is called "${stray}".`, hint)
}

function requireChat(read: Read, ref: string) {
  const user = findUser(read, ref)
  if (!user) sharedChatByRef(read, ref)
  else if (user.is_bot) {
    throw new Problem('not-a-chat', `${user.handle} is a bot.`, 'Ask with bot= for what concerns a bot.')
  }
}

/** A private chat has the id of its person. */
function chatIdOf(read: Read, ref: string): number | undefined {
  const user = findUser(read, ref)
  return user ? user.id : findSharedChat(read, ref)?.chat
}
