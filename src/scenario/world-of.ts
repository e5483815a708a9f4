// The world as it stands, written down so that it can be laid out again.

import { isDeepStrictEqual } from 'node:util'
import type { Client, Values } from '../client/client.ts'
import type { SharedChatView } from '../contract/chats.ts'
import type { MemberView } from '../contract/people.ts'
import type { ServiceView } from '../contract/service.ts'
import { createClock } from '../lib/clock.ts'
import { ADMIN_RIGHTS } from '../spec/rights.ts'
import { BOT_FLAGS } from './lay-out.ts'
import type { WrittenStep } from './record.ts'
import type { WorldFile } from './world-file.ts'

/** A clock that is as near to that of the machine runs like it. */
const NEAR_SECONDS = 60

const clock = createClock()

export async function worldOf(client: Client, usual: Values): Promise<WorldFile> {
  const [users, bots, chats] = await lists(client)
  const members = new Map<string, MemberView[]>()
  for (const { handle } of chats) members.set(handle, await client.view('/chats/:chat/members', { chat: handle }))
  const membersOf = ({ handle }: SharedChatView) => members.get(handle) ?? []
  const comments = new Set(chats.map((chat) => chat.linked_chat_handle))
  const shared = chats.filter(({ handle }) => !comments.has(handle))
  return {
    service: unusualIn(await client.view('/service'), usual),
    clock: await clockOf(client),
    users: byHandle(users, (user) => ({
      ...picked(user, ['first_name', 'last_name', 'username', 'language_code']),
      ...(user.devices !== 1 && { devices: user.devices }),
    })),
    bots: byHandle(bots, (bot) => ({
      ...picked(bot, ['first_name', 'username']),
      ...(users.some(({ handle }) => handle === bot.owner) && { owner: bot.owner }),
      ...unusualIn(
        picked(bot, ['verified', 'accepted_terms', 'can_join_groups', 'can_read_all_group_messages']),
        BOT_FLAGS,
      ),
    })),
    groups: byHandle(
      shared.filter(({ kind }) => kind === 'group'),
      (chat) => ({
        ...picked(chat, ['title', 'username', 'description']),
        ...(chat.type !== 'group' && { type: chat.type }),
        ...people(membersOf(chat), 'members'),
        permissions: chat.permissions,
      }),
    ),
    channels: byHandle(
      shared.filter(({ kind }) => kind === 'channel'),
      (chat) => ({
        ...picked(chat, ['title', 'username', 'description']),
        ...people(
          membersOf(chat).filter(({ user }) => !user.is_bot),
          'subscribers',
        ),
        ...(chat.linked_chat_id && { comments: true }),
        ...(chat.official && { official: true }),
      }),
    ),
  }
}

/** The settings that are not as those of a new one. */
const unusualIn = (settings: ServiceView | Values, usual: Values) =>
  Object.fromEntries(Object.entries(settings).filter(([key, value]) => !isDeepStrictEqual(value, usual[key])))

/** Nothing where it runs with that of the machine. */
async function clockOf(client: Client): Promise<{ at?: number; frozen?: boolean }> {
  const { now, frozen } = (await client.health()).clock
  if (frozen) return { at: now, frozen }
  return Math.abs(now - clock.ms() / 1000) > NEAR_SECONDS ? { at: now } : {}
}

/** Who is an administrator cannot be laid out: the recording begins with promoting them. */
export async function promotionsOf(client: Client): Promise<WrittenStep[]> {
  const chats = await client.view('/chats')
  const steps: WrittenStep[] = []
  for (const { handle } of chats) {
    if (chats.some((other) => other.linked_chat_handle === handle)) continue
    const all = await client.view('/chats/:chat/members', { chat: handle })
    const owner = all.find(({ status }) => status === 'creator')?.handle
    for (const { handle: who, status, custom_title, ...rights } of all) {
      if (status !== 'administrator') continue
      const granted = Object.fromEntries(ADMIN_RIGHTS.filter((right) => rights[right]).map((right) => [right, true]))
      steps.push({ promote: { as: owner, chat: handle, who, rights: granted, ...(custom_title && { custom_title }) } })
    }
  }
  return steps
}

function people(members: readonly MemberView[], as: 'members' | 'subscribers') {
  const owner = members.find(({ status }) => status === 'creator')?.handle
  const others = members.filter(({ handle, status }) => handle !== owner && status !== 'administrator')
  return { owner, ...(others.length && { [as]: others.map(({ handle }) => handle) }) }
}

const byHandle = <Thing extends { handle: string }>(things: readonly Thing[], fieldsOf: (thing: Thing) => Values) =>
  Object.fromEntries(things.map((thing) => [thing.handle, fieldsOf(thing)]))

const picked = <Thing>(thing: Thing, keys: readonly (keyof Thing)[]) =>
  Object.fromEntries(
    keys.filter((key) => thing[key] !== undefined && thing[key] !== null).map((key) => [key, thing[key]]),
  )

const lists = (client: Client) => Promise.all([client.view('/users'), client.view('/bots'), client.view('/chats')])

/** The handles of all people, bots and chats by id. */
export const handlesOf = async (client: Client) =>
  new Map((await lists(client)).flat().map(({ id, handle }) => [id, handle]))

/** The ids of all people, bots and chats by handle and by @username. */
export const idsByName = async (client: Client) =>
  new Map(
    (await lists(client))
      .flat()
      .flatMap(({ id, handle, username }): [string, number][] => [
        [handle, id],
        ...(username ? [[`@${username}`, id] as [string, number]] : []),
      ]),
  )
