// Finds users and chats by reference: an id, an @username or a handle.

import type { Same } from '../../lib/compare/difference.ts'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { UserRow } from '../../store/tables/users.ts'
import { type SharedChat, sharedChat } from '../chats/chat.ts'
import type { Read } from '../world.ts'

export type Ref = string | number

export function userNamed(read: Read, ref: Ref): UserRow {
  return findUser(read, ref) ?? unknown(read, 'user', ref, (user) => user.handle)
}

export function personNamed(read: Read, ref: Ref): UserRow {
  const user = findUser(read, ref) ?? unknown(read, 'person', ref, (known) => (known.is_bot ? [] : known.handle))
  if (user.is_bot) throw new Problem('not-a-person', `${user.handle} is a bot, not a person.`, 'Name a person here.')
  return user
}

/** Returns the person. Throws if the account is deleted, because a deleted account cannot act. */
export function actorNamed(read: Read, ref: Ref): UserRow {
  const person = personNamed(read, ref)
  if (person.deleted) {
    throw new Problem('account-deleted', `${person.handle} has deleted the account.`, 'Bring it back with updateUser.')
  }
  return person
}

export function botNamed(read: Read, ref: Ref): BotRow {
  const user = findUser(read, ref) ?? unknown(read, 'bot', ref, (known) => (known.is_bot ? known.handle : []))
  if (!user.is_bot) throw new Problem('not-a-bot', `${user.handle} is a person, not a bot.`, 'Name a bot here.')
  return read.store.bots.known(user.id)
}

export function sharedChatByRef(read: Read, ref: Ref): SharedChat {
  const chat = findSharedChat(read, ref)
  if (chat) return chat
  const handles = read.store.chats.all().map((row) => row.handle)
  throw notThere('chat', ref, handles)
}

/** Returns a bot, which means the private chat with it, or a group, channel or comments chat. */
export function placeNamed(read: Read, ref: Ref): { bot: BotRow } | { chat: SharedChat } {
  const chat = findSharedChat(read, ref)
  if (chat) return { chat }
  const user = findUser(read, ref)
  if (user?.is_bot) return { bot: read.store.bots.known(user.id) }
  if (user) {
    throw new Problem(
      'not-a-chat',
      `${user.handle} is a person; people talk to bots and in chats here.`,
      'Name a bot or a chat.',
    )
  }
  const { bots, chats } = read.store
  throw notThere(
    'bot or chat',
    ref,
    [...bots.all(), ...chats.all()].map((row) => row.handle),
  )
}

export function findUser(read: Read, ref: Ref): UserRow | undefined {
  const { users } = read.store
  const id = idOf(ref)
  if (id !== undefined) return users.byId(id)
  const text = String(ref)
  return text.startsWith('@') ? users.byUsername(text.slice(1)) : users.byHandle(text)
}

export function findSharedChat(read: Read, ref: Ref): SharedChat | undefined {
  const { chats } = read.store
  const id = idOf(ref)
  const text = String(ref)
  const row =
    id !== undefined ? chats.byId(id) : text.startsWith('@') ? chats.byUsername(text.slice(1)) : chats.byHandle(text)
  return row && sharedChat(row)
}

function idOf(ref: Ref): number | undefined {
  return typeof ref === 'number' || /^-?\d+$/.test(ref) ? Number(ref) : undefined
}

function unknown(read: Read, what: string, ref: Ref, handle: (user: UserRow) => string | []): never {
  const everyone = [...read.store.users.people(), ...read.store.bots.all()]
  throw notThere(what, ref, everyone.flatMap(handle))
}

function notThere(what: string, ref: Ref, handles: string[]): Problem {
  const some = handles.slice(0, 12).join(', ')
  const there = some ? `There are: ${some}${handles.length > 12 ? ' …' : ''}.` : 'There is none yet.'
  return new Problem('not-found', `There is no ${what} "${ref}".`, didYouMean(String(ref), handles, there))
}

const REFERENCE = /^id$|(^|_)(chat|user)_id$/

/** Compares references: a handle, username or id equals the id field, or the object with an id, that it refers to. */
export const sameOne =
  (read: Read): Same =>
  (key, expected, actual) => {
    const id = isObject(actual) ? actual.id : REFERENCE.test(key) ? idOfRef(read, actual) : undefined
    return typeof id === 'number' && id === idOfRef(read, expected)
  }

const isObject = (value: unknown): value is { id?: unknown } => typeof value === 'object' && value !== null

function idOfRef(read: Read, ref: unknown): number | undefined {
  if (typeof ref !== 'string' && typeof ref !== 'number') return undefined
  return findSharedChat(read, ref)?.chat ?? findUser(read, ref)?.id
}
