// Yields events to one client as fast as it reads, and reports missed events.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import { waitUntil } from '../../lib/wait-until.ts'
import type { ReadLog } from '../../service/event-log/event-log.ts'
import { findSharedChat, findUser, requireBot, requireSharedChat } from '../../service/messenger/users/find-by-ref.ts'
import type { Read } from '../../service/messenger/world.ts'
import type { EventView } from '../contract/events.ts'
import { EVENT_TYPES, viewEvent } from '../present/event.ts'
import { type QueryText, requireKnownParams } from './find-view.ts'

/** The number of events read at a time, and so the maximum kept in memory for a client that stops reading. */
const BATCH = 64

const FEED_QUERY = ['bot', 'chat', 'type', 'after']

/** Yields the events that a query selects. Throws at once if the query is invalid. */
export function feed(read: Read, query: QueryText, signal: AbortSignal): AsyncGenerator<EventView> {
  requireKnownParams('/events', query, FEED_QUERY)
  return yieldEvents(read, parseStart(read.log, query.after), filterOf(read, query), signal)
}

interface Filter {
  types?: readonly string[]
  matches(event: EventView): boolean
}

async function* yieldEvents(read: Read, start: ReturnType<typeof parseStart>, filter: Filter, signal: AbortSignal) {
  const { log } = read
  let { after } = start
  if (start.hasRestarted) yield missedEvent(read, 0, null, 'The emulator has restarted, and its event ids start again.')
  while (!signal.aborted) {
    const { missed, entries } = log.since(after, BATCH)
    if (missed) {
      after += missed
      yield missedEvent(read, after, missed, 'The event log keeps only the newest events.')
    }
    for (const event of entries) {
      if (signal.aborted) return
      after = event.id
      if (filter.types && !filter.types.includes(event.type)) continue
      const view = viewEvent(read, event)
      if (filter.matches(view)) yield view
    }
    if (log.lastId() > after) await nextTurn()
    else if (log.ended()) return
    else await waitForEntry(log, after, signal)
  }
}

async function waitForEntry({ lastId, ended, subscribe }: ReadLog, after: number, signal: AbortSignal) {
  const look = () => lastId() > after || ended() || undefined
  await waitUntil(look, { subscribe, withinMs: Infinity, signal }).catch(() => signal.aborted)
}

/** The event to start after: `15` or, with the id of the emulator's run, `1a2b3c4d-15`; by default the newest. */
function parseStart(log: ReadLog, after: string | undefined) {
  if (after === undefined) return { after: log.lastId(), hasRestarted: false }
  const [, life, id] = /^(?:([0-9a-f]{8})-)?(\d{1,15})$/.exec(after) ?? []
  if (id === undefined) {
    const hint = 'Pass the id of an event, or 0 for all events.'
    throw new Problem('invalid-params', `after: "${after}" is not an event id.`, hint)
  }
  const isKnown = Number(id) <= log.lastId() && (life === undefined || life === log.runId)
  return { after: isKnown ? Number(id) : 0, hasRestarted: !isKnown }
}

function missedEvent(read: Read, id: number, count: number | null, why: string): EventView {
  const hint = `${why} Load the views again: /calls, /users/<user>/chats, /bots/<bot>/updates.`
  return { id, type: 'missed', at: read.clock.ms() / 1000, count, hint }
}

/** Looks up the bot and the chat for each event, because handles may change and the world may be replaced. */
function filterOf(read: Read, { bot, chat, type }: QueryText): Filter {
  if (bot !== undefined) requireBot(read, bot)
  if (chat !== undefined) requireChat(read, chat)
  const isAboutBot = (ref: string, event: EventView) =>
    event.bot !== undefined && event.bot === findUser(read, ref)?.handle
  const isAboutChat = (ref: string, event: EventView) => event.chat !== undefined && event.chat === chatIdOf(read, ref)
  return {
    ...(type !== undefined && { types: typesIn(type) }),
    matches: (event) =>
      (bot === undefined || isAboutBot(bot, event)) && (chat === undefined || isAboutChat(chat, event)),
  }
}

function typesIn(text: string): string[] {
  const types = text.split(',')
  const unknownType = types.find((type) => !EVENT_TYPES.includes(type))
  if (unknownType === undefined) return types
  const hint = didYouMean(unknownType, EVENT_TYPES)
  throw new Problem('invalid-params', `type: unknown event type "${unknownType}".`, hint)
}

function requireChat(read: Read, ref: string) {
  const user = findUser(read, ref)
  if (!user) requireSharedChat(read, ref)
  else if (user.is_bot) {
    throw new Problem('not-a-chat', `${user.handle} is a bot, not a chat.`, 'Use bot= to select the events of a bot.')
  }
}

function chatIdOf(read: Read, ref: string): number | undefined {
  const user = findUser(read, ref)
  return user ? user.id : findSharedChat(read, ref)?.chat
}
