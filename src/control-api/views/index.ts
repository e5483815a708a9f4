// Every view of the world, by its path: the same for HTTP and for a client in the same process.

import { Problem } from '../../lib/problem.ts'
import { privateChat, sharedChat } from '../../messenger/chats/chat.ts'
import { personChat } from '../../messenger/chats/person-chat.ts'
import { limitsInUse } from '../../messenger/limits/limits-in-use.ts'
import { waitingUpdates } from '../../messenger/updates/update-queue.ts'
import { botNamed, personNamed, placeNamed, sharedChatByRef } from '../../messenger/users/named.ts'
import { viewBot, viewMember, viewMessage, viewPrivateChat, viewSharedChat, viewUser } from '../../messenger/views.ts'
import type { Read } from '../../messenger/world.ts'
import { viewCalls } from './calls.ts'
import { viewDeliveries, viewOneDelivery } from './deliveries.ts'
import { viewDelivery } from './delivery.ts'
import { viewFault } from './fault-view.ts'
import { chatOfPerson, chatsOfPerson, messagesForPerson } from './person-chats.ts'
import { viewProfile } from './profile.ts'
import { type Query, requireKnown, requireValues } from './query.ts'

export interface Sources {
  world: Read
  /** Whether a getUpdates of the bot waits. */
  isPolling(bot: number): boolean
}

type View = (sources: Sources, refs: string[], query: Query) => unknown

/** `*` stands for a reference; behind each what narrows it down. */
const VIEWS: readonly (readonly [path: string, view: View, ...asked: string[]])[] = [
  ['/bots', ({ world }) => world.store.bots.all().map((bot) => viewBot(world, bot))],
  ['/users', ({ world }) => world.store.users.people().map((user) => viewUser(user))],
  ['/chats', ({ world }) => world.store.chats.all().map((chat) => viewSharedChat(world, sharedChat(chat)))],
  ['/bots/*', ({ world }, [ref]) => viewBot(world, botNamed(world, ref!))],
  ['/users/*', ({ world }, [ref]) => viewUser(personNamed(world, ref!))],
  ['/chats/*', ({ world }, [ref], query) => viewChat(world, chatBetween(world, ref!, query)), 'bot'],
  ['/chats/*/messages', ({ world }, [ref], query) => messagesOf(world, ref!, query), 'bot', 'after', 'before', 'limit'],
  ['/chats/*/members', ({ world }, [ref]) => membersOf(world, ref!)],
  ['/users/*/chats', ({ world }, [ref]) => chatsOfPerson(world, personNamed(world, ref!))],
  ['/users/*/chats/*', ({ world }, [ref, chat]) => chatAsShown(world, ref!, chat!)],
  ['/bots/*/updates', ({ world }, [ref]) => updatesOf(world, ref!)],
  ['/bots/*/delivery', ({ world, isPolling }, [ref]) => viewDelivery(world, isPolling, botNamed(world, ref!))],
  ['/bots/*/deliveries', ({ world }, [ref], query) => viewDeliveries(world, botNamed(world, ref!), query), 'after'],
  ['/bots/*/deliveries/*', ({ world }, [ref, id]) => viewOneDelivery(world, botNamed(world, ref!), id!)],
  ['/bots/*/profile', ({ world }, [ref], query) => viewProfile(world, botNamed(world, ref!), query.as), 'as'],
  ['/bots/*/limits', ({ world }, [ref]) => limitsInUse(world, botNamed(world, ref!))],
  ['/faults', ({ world }, _, query) => faultsOf(world, query), 'bot', 'fired'],
  ['/service', ({ world }) => world.service],
  ['/snapshots', ({ world }) => world.snapshots.list()],
  ['/cursor', ({ world: { log } }) => ({ call: log.calls.lastId(), event: log.lastId() })],
  ['/calls', ({ world }, _, query) => viewCalls(world, query), 'after', 'bot', 'method', 'ok'],
]

export { EVENT_TYPES } from './event.ts'
export { querySchema } from './query.ts'

export const VIEW_PATHS = VIEWS.map(([path]) => path)

/** What each view may be asked with. */
export const VIEW_QUERIES = Object.fromEntries(VIEWS.map(([path, , ...asked]) => [path, asked]))

const PATTERNS = VIEWS.map(
  ([path, view, ...asked]) => [new RegExp(`^${path.replaceAll('*', '([^/]+)')}$`), view, asked] as const,
)

export function viewAt(sources: Sources, path: string, query: Query): unknown {
  for (const [pattern, view, asked] of PATTERNS) {
    const refs = pattern.exec(path)?.slice(1)
    if (!refs) continue
    requireKnown(path, query, asked)
    requireValues(path, query)
    return view(sources, refs.map(decoded), query)
  }
  throw new Problem(
    'no-such-view',
    `There is no view ${path}.`,
    `There are: ${VIEWS.map(([known]) => known).join(', ')}.`,
  )
}

function decoded(ref: string): string {
  try {
    return decodeURIComponent(ref)
  } catch {
    throw new Problem('invalid-params', `"${ref}" is no part of a path.`, 'Write a % as %25.')
  }
}

/** A shared chat, or, with `?bot=`, the private chat of a person with that bot. */
function chatBetween(read: Read, ref: string, query: Query) {
  if (query.bot === undefined) return sharedChatByRef(read, ref)
  const person = personNamed(read, ref)
  const bot = botNamed(read, query.bot)
  const chat = privateChat(read, bot.id, person.id)
  if (chat) return chat
  throw new Problem('not-started', `${person.first_name} has not started ${bot.first_name}.`, 'Use start first.')
}

function viewChat(read: Read, chat: ReturnType<typeof chatBetween>) {
  return chat.kind === 'private' ? viewPrivateChat(read, chat) : viewSharedChat(read, chat)
}

function messagesOf(read: Read, ref: string, query: Query) {
  const chat = chatBetween(read, ref, query)
  const bounds = { after: count(query.after, 0), before: count(query.before), most: count(query.limit, 1000) }
  return read.store.messages.latest(chat.chat, bounds).map((row) => viewMessage(read, chat, row))
}

const count = (text: string | undefined, otherwise = Number.MAX_SAFE_INTEGER) => Number(text ?? otherwise) || 0

function membersOf(read: Read, ref: string) {
  const chat = sharedChatByRef(read, ref)
  return read.store.members.present(chat.channel ?? chat.chat).map((member) => viewMember(read, member))
}

function chatAsShown(read: Read, ref: string, chatRef: string) {
  const person = personNamed(read, ref)
  const place = placeNamed(read, chatRef)
  const chat = 'chat' in place ? place.chat : personChat(read, person, chatRef)
  return { ...chatOfPerson(read, person, chat), messages: messagesForPerson(read, person, chat) }
}

function updatesOf(read: Read, ref: string) {
  const bot = botNamed(read, ref)
  return waitingUpdates(read, bot, Number.MAX_SAFE_INTEGER).map(({ body }) => JSON.parse(body) as unknown)
}

/** `?fired=false`: those that never struck. */
function faultsOf(read: Read, { bot, fired }: Query) {
  const id = bot === undefined ? undefined : botNamed(read, bot).id
  return read.faults
    .list()
    .filter((fault) => id === undefined || fault.bot === id)
    .filter((fault) => fired === undefined || String(fault.fired > 0) === fired)
    .map((fault) => viewFault(read, fault))
}
