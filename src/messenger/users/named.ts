// Who or what a person's action names: by id, by @username or by handle.

import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { UserRow } from '../../store/tables/users.ts'
import { type SharedChat, sharedChat } from '../chats/chat.ts'
import type { World } from '../world.ts'

export type Ref = string | number

export function userNamed(world: World, ref: Ref): UserRow {
  return findUser(world, ref) ?? unknown(world, 'user', ref, (user) => user.handle)
}

export function personNamed(world: World, ref: Ref): UserRow {
  const user = findUser(world, ref) ?? unknown(world, 'person', ref, (known) => (known.is_bot ? [] : known.handle))
  if (user.is_bot) throw new Problem('not-a-person', `${user.handle} is a bot, not a person.`, 'Name a person here.')
  return user
}

/** A person who can act: a deleted account cannot. */
export function actorNamed(world: World, ref: Ref): UserRow {
  const person = personNamed(world, ref)
  if (person.deleted) {
    throw new Problem('account-deleted', `${person.handle} has deleted the account.`, 'Bring it back with updateUser.')
  }
  return person
}

export function botNamed(world: World, ref: Ref): BotRow {
  const user = findUser(world, ref) ?? unknown(world, 'bot', ref, (known) => (known.is_bot ? known.handle : []))
  if (!user.is_bot) throw new Problem('not-a-bot', `${user.handle} is a person, not a bot.`, 'Name a bot here.')
  return world.store.bots.byId(user.id)!
}

export function sharedChatByRef(world: World, ref: Ref): SharedChat {
  const chat = findSharedChat(world, ref)
  if (chat) return chat
  const handles = world.store.chats.all().map((row) => row.handle)
  throw notThere('chat', ref, handles)
}

/** Either a bot, standing for the private chat with it, or a group, channel or comments chat. */
export function placeNamed(world: World, ref: Ref): { bot: BotRow } | { chat: SharedChat } {
  const chat = findSharedChat(world, ref)
  if (chat) return { chat }
  const user = findUser(world, ref)
  if (user?.is_bot) return { bot: world.store.bots.byId(user.id)! }
  if (user) {
    throw new Problem(
      'not-a-chat',
      `${user.handle} is a person; people talk to bots and in chats here.`,
      'Name a bot or a chat.',
    )
  }
  const { bots, chats } = world.store
  throw notThere(
    'bot or chat',
    ref,
    [...bots.all(), ...chats.all()].map((row) => row.handle),
  )
}

export function findUser(world: World, ref: Ref): UserRow | undefined {
  const { users } = world.store
  const id = idOf(ref)
  if (id !== undefined) return users.byId(id)
  const text = String(ref)
  return text.startsWith('@') ? users.byUsername(text.slice(1)) : users.byHandle(text)
}

export function findSharedChat(world: World, ref: Ref): SharedChat | undefined {
  const { chats } = world.store
  const id = idOf(ref)
  const text = String(ref)
  const row =
    id !== undefined ? chats.byId(id) : text.startsWith('@') ? chats.byUsername(text.slice(1)) : chats.byHandle(text)
  return row && sharedChat(row)
}

function idOf(ref: Ref): number | undefined {
  return typeof ref === 'number' || /^-?\d+$/.test(ref) ? Number(ref) : undefined
}

function unknown(world: World, what: string, ref: Ref, handle: (user: UserRow) => string | []): never {
  const everyone = [...world.store.users.people(), ...world.store.bots.all()]
  throw notThere(what, ref, everyone.flatMap(handle))
}

function notThere(what: string, ref: Ref, handles: string[]): Problem {
  const some = handles.slice(0, 12).join(', ')
  const there = some ? `There are: ${some}${handles.length > 12 ? ' …' : ''}.` : 'There is none yet.'
  return new Problem('not-found', `There is no ${what} "${ref}".`, didYouMean(String(ref), handles, there))
}
