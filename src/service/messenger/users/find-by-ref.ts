// Finds users and chats by reference: an id, an @username or a handle.

import type { IsSame } from '../../../lib/compare/difference.ts'
import { didYouMean } from '../../../lib/compare/nearest.ts'
import { Problem } from '../../../lib/problem.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { UserRow } from '../../store/tables/users.ts'
import { type SharedChat, sharedChat } from '../chats/chat.ts'
import type { Read } from '../world.ts'

export type Ref = string | number

export function requireUser(read: Read, ref: Ref): UserRow {
  return findUser(read, ref) ?? throwNotFound(read, 'user', ref, (user) => user.handle)
}

export function requirePerson(read: Read, ref: Ref): UserRow {
  const user = findUser(read, ref) ?? throwNotFound(read, 'person', ref, (known) => (known.is_bot ? [] : known.handle))
  if (user.is_bot)
    throw new Problem('not-a-person', `${user.handle} is a bot, not a person.`, 'Pass a person, not a bot.')
  return user
}

export function requireActor(read: Read, ref: Ref): UserRow {
  const person = requirePerson(read, ref)
  if (person.deleted) {
    throw new Problem(
      'account-deleted',
      `${person.handle} has deleted the account.`,
      'Restore the account with updateUser.',
    )
  }
  return person
}

export function requireBot(read: Read, ref: Ref): BotRow {
  const user = findUser(read, ref) ?? throwNotFound(read, 'bot', ref, (known) => (known.is_bot ? known.handle : []))
  if (!user.is_bot)
    throw new Problem('not-a-bot', `${user.handle} is a person, not a bot.`, 'Pass a bot, not a person.')
  return read.store.bots.getOrThrow(user.id)
}

export function requireSharedChat(read: Read, ref: Ref): SharedChat {
  const chat = findSharedChat(read, ref)
  if (chat) return chat
  const handles = read.store.chats.all().map((row) => row.handle)
  throw notFound('chat', ref, handles)
}

/** Finds the bot or chat that a person writes to. A bot means the person's private chat with that bot. */
export function requireBotOrChat(read: Read, ref: Ref): { bot: BotRow } | { chat: SharedChat } {
  const chat = findSharedChat(read, ref)
  if (chat) return { chat }
  const user = findUser(read, ref)
  if (user?.is_bot) return { bot: read.store.bots.getOrThrow(user.id) }
  if (user) {
    const hint = 'Pass a bot, a group or a channel.'
    throw new Problem('not-a-chat', `${user.handle} is a person. People can only write to bots and in chats.`, hint)
  }
  const { bots, chats } = read.store
  const handles = [...bots.all(), ...chats.all()].map((row) => row.handle)
  throw notFound('bot or chat', ref, handles)
}

export function findUser(read: Read, ref: Ref): UserRow | undefined {
  const { users } = read.store
  const id = parseId(ref)
  if (id !== undefined) return users.byId(id)
  const text = String(ref)
  return text.startsWith('@') ? users.byUsername(text.slice(1)) : users.byHandle(text)
}

export function findSharedChat(read: Read, ref: Ref): SharedChat | undefined {
  const { chats } = read.store
  const id = parseId(ref)
  const text = String(ref)
  const row =
    id !== undefined ? chats.byId(id) : text.startsWith('@') ? chats.byUsername(text.slice(1)) : chats.byHandle(text)
  return row && sharedChat(row)
}

function parseId(ref: Ref): number | undefined {
  return typeof ref === 'number' || /^-?\d+$/.test(ref) ? Number(ref) : undefined
}

function throwNotFound(read: Read, what: string, ref: Ref, handle: (user: UserRow) => string | []): never {
  const everyone = [...read.store.users.people(), ...read.store.bots.all()]
  throw notFound(what, ref, everyone.flatMap(handle))
}

function notFound(what: string, ref: Ref, handles: string[]): Problem {
  const handleList = handles.slice(0, 12).join(', ')
  const hint = handleList
    ? `The handles are: ${handleList}${handles.length > 12 ? ' …' : ''}.`
    : `No ${what} exists yet.`
  return new Problem('not-found', `Unknown ${what} "${ref}".`, didYouMean(String(ref), handles, hint))
}

const REFERENCE = /^id$|(^|_)(chat|user)_id$/

/** Creates a function that treats a handle or @username as equal to the id of the user or chat it refers to. */
export const sameReference =
  (read: Read): IsSame =>
  (key, expected, actual) => {
    const id = isObject(actual) ? actual.id : REFERENCE.test(key) ? idOfRef(read, actual) : undefined
    return typeof id === 'number' && id === idOfRef(read, expected)
  }

const isObject = (value: unknown): value is { id?: unknown } => typeof value === 'object' && value !== null

function idOfRef(read: Read, ref: unknown): number | undefined {
  if (typeof ref !== 'string' && typeof ref !== 'number') return undefined
  return findSharedChat(read, ref)?.chat ?? findUser(read, ref)?.id
}
