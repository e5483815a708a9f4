// Places that several areas are tested in, and how people, chats and standings look on the wire.

import { expect, vi } from 'vitest'
import { type Answer, type Bot, type Service, service } from './service.ts'

// biome-ignore lint/suspicious/noExplicitAny: what the control interface answers is looked into freely by tests
type Json = any

/** A person or bot as a User, without the optional names. */
export const userOf = ({ id, is_bot = true, first_name = 'Greeter' }: Json) => ({ id, is_bot, first_name })

export const privateChatOf = ({ id, first_name }: Json) => ({ id, type: 'private', first_name })

export const chatOf = ({ id, type, title }: Json) => ({ id, type, title })

export const creator = (user: Json) => ({ user: userOf(user), status: 'creator' })

export const member = (user: Json, status = 'member') => ({ user: userOf(user), status })

const NO_RIGHTS = {
  can_change_info: false,
  can_delete_messages: false,
  can_restrict_members: false,
  can_invite_users: false,
  can_pin_messages: false,
  can_post_messages: false,
  can_edit_messages: false,
  can_promote_members: false,
  can_manage_video_chats: false,
}

export const administrator = (user: Json, given: Json = {}) => ({
  user: userOf(user),
  status: 'administrator',
  ...NO_RIGHTS,
  ...given,
})

export const restricted = (user: Json, until_date = 0) => ({
  user: userOf(user),
  status: 'restricted',
  is_member: true,
  can_send_messages: false,
  until_date,
})

/** Alice owns a group with Bob, Carol and a bot that has met all of them; the bot is an admin with the given rights. */
export async function team(rights: Json | null = { can_restrict_members: true }, given: Json = {}) {
  const s = await service()
  const alice = await s.user('Alice')
  const bob = await s.user('Bob')
  const carol = await s.user('Carol')
  const bot = await s.bot()
  const members = ['bob', 'carol', bot.handle]
  const group = await s.act('createGroup', { handle: 'team', title: 'Team', owner: 'alice', members, ...given })
  for (const as of ['alice', 'bob', 'carol']) await s.act('send', { as, to: 'team', text: 'hi' })
  if (rights) await s.act('promote', { as: 'alice', chat: 'team', who: bot.handle, rights })
  await bot.drain()
  /** How the bot sees a member. */
  const standing = ({ id }: { id: number }) => bot.call('getChatMember', { chat_id: group.id, user_id: id })
  return { s, alice, bob, carol, bot, group, standing }
}

/** Alice owns a channel, which Bob and Carol read and a bot administers. */
export async function news(rights: Json = { can_post_messages: true }, given: Json = {}) {
  const s = await service()
  const alice = await s.user('Alice')
  const bob = await s.user('Bob')
  const carol = await s.user('Carol')
  const bot = await s.bot()
  const channel = await s.act('createChannel', {
    handle: 'news',
    title: 'News',
    owner: 'alice',
    subscribers: ['bob', 'carol'],
    ...given,
  })
  await s.act('promote', { as: 'alice', chat: 'news', who: bot.handle, rights })
  await bot.drain()
  return { s, alice, bob, carol, bot, channel }
}

/** A getUpdates that is seen to wait before this returns. */
export async function openPoll(s: Service, bot: Bot, params: Json = { timeout: 50 }) {
  const answer: Promise<Answer> = bot.call('getUpdates', params)
  await vi.waitUntil(() => s.isPolling(bot.id), { interval: 1 })
  return { answer }
}

export const typeOf = ({ update_id, ...payload }: Json) => {
  expect(Object.keys(payload)).toHaveLength(1)
  return Object.keys(payload)[0]!
}
