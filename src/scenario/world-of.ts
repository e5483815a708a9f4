// The world as it stands, written down so that it can be laid out again.

import { isDeepStrictEqual } from 'node:util'
import type { Client, Json, Values } from '../client/client.ts'
import { createClock } from '../lib/clock.ts'
import type { WorldFile } from './world-file.ts'

/** A clock that is as near to that of the machine runs like it. */
const NEAR_SECONDS = 60

const clock = createClock()

export async function worldOf(client: Client, usual: Values): Promise<WorldFile> {
  const [users, bots, chats]: Json[][] = await Promise.all(
    ['/users', '/bots', '/chats'].map((path) => client.view(path)),
  )
  const owners = new Set(bots!.map(({ owner }) => owner))
  const members = new Map<string, Json[]>()
  for (const { handle } of chats!) members.set(handle, await client.view(`/chats/${handle}/members`))
  const comments = new Set(chats!.map((chat) => chat.linked_chat_handle))
  const shared = chats!.filter(({ handle }) => !comments.has(handle))
  return {
    service: unusualIn(await client.view('/service'), usual),
    clock: await clockOf(client),
    users: byHandle(users!, (user) => ({
      ...picked(user, ['first_name', 'last_name', 'username', 'language_code']),
      ...(user.devices !== 1 && { devices: user.devices }),
    })),
    bots: byHandle(bots!, (bot) => ({
      ...picked(bot, ['first_name', 'username']),
      ...(owners.has(bot.owner) && users!.some(({ handle }) => handle === bot.owner) && { owner: bot.owner }),
      ...(bot.verified && { verified: true }),
    })),
    groups: byHandle(
      shared.filter(({ kind }) => kind === 'group'),
      (chat) => ({
        ...picked(chat, ['title', 'username', 'description']),
        ...(chat.type !== 'group' && { type: chat.type }),
        ...people(members.get(chat.handle)!, 'members'),
        permissions: chat.permissions,
      }),
    ),
    channels: byHandle(
      shared.filter(({ kind }) => kind === 'channel'),
      (chat) => ({
        ...picked(chat, ['title', 'username', 'description']),
        ...people(
          members.get(chat.handle)!.filter(({ user }) => !user.is_bot),
          'subscribers',
        ),
        ...(chat.linked_chat_id && { comments: true }),
        ...(chat.official && { official: true }),
      }),
    ),
  }
}

/** The settings of the service that are not as in a new emulator. */
const unusualIn = (settings: Json, usual: Values) =>
  Object.fromEntries(Object.entries(settings).filter(([key, value]) => !isDeepStrictEqual(value, usual[key])))

/** Nothing where it runs with that of the machine. */
async function clockOf(client: Client): Promise<{ at?: number; frozen?: boolean }> {
  const { now, frozen } = (await client.health()).clock
  if (frozen) return { at: now, frozen }
  return Math.abs(now - clock.ms() / 1000) > NEAR_SECONDS ? { at: now } : {}
}

/** Who is an administrator cannot be laid out: the recording begins with promoting them. */
export async function promotionsOf(client: Client): Promise<Json[]> {
  const chats: Json[] = await client.view('/chats')
  const steps: Json[] = []
  for (const { handle } of chats) {
    if (chats.some((other) => other.linked_chat_handle === handle)) continue
    const all: Json[] = await client.view(`/chats/${handle}/members`)
    const owner = all.find(({ status }) => status === 'creator')?.handle
    for (const { handle: who, status, custom_title, user: _, ...rights } of all) {
      if (status !== 'administrator') continue
      const given = Object.fromEntries(Object.entries(rights).filter(([key, on]) => key in ADMIN && on === true))
      steps.push({ promote: { as: owner, chat: handle, who, rights: given, ...(custom_title && { custom_title }) } })
    }
  }
  return steps
}

const ADMIN: Record<string, true> = {
  can_change_info: true,
  can_delete_messages: true,
  can_restrict_members: true,
  can_invite_users: true,
  can_pin_messages: true,
  can_post_messages: true,
  can_edit_messages: true,
  can_promote_members: true,
  can_manage_video_chats: true,
}

function people(members: readonly Json[], as: 'members' | 'subscribers') {
  const owner = members.find(({ status }) => status === 'creator')?.handle
  const others = members.filter(({ handle, status }) => handle !== owner && status !== 'administrator')
  return { owner, ...(others.length && { [as]: others.map(({ handle }) => handle) }) }
}

const byHandle = (things: readonly Json[], told: (thing: Json) => object) =>
  Object.fromEntries(things.map((thing) => [thing.handle, told(thing) as Record<string, unknown>]))

const picked = (thing: Json, keys: readonly string[]) =>
  Object.fromEntries(
    keys.filter((key) => thing[key] !== undefined && thing[key] !== null).map((key) => [key, thing[key]]),
  )

/** Everybody and everything by id. */
export async function handlesOf(client: Client): Promise<Map<number, string>> {
  const lists: Json[][] = await Promise.all(['/users', '/bots', '/chats'].map((path) => client.view(path)))
  return new Map(lists.flat().map(({ id, handle }) => [id, handle]))
}
