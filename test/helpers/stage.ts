// A service with people, a bot, two groups and two channels, with fixed ids.

import type { Plan } from './furnish.ts'
import { answerOf, granted, NOON, type ServiceOptions, type Transport, world } from './service.ts'

export const KEYBOARD = { inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }]] }

export const ALL_RIGHTS = {
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

export const NO_RIGHTS = Object.fromEntries(Object.keys(ALL_RIGHTS).map((right) => [right, false]))

/** The people and the bot as `User` objects of the bot API. */
export const ALICE = { id: 201, is_bot: false, first_name: 'Alice' }
export const BOB = { id: 202, is_bot: false, first_name: 'Bob', last_name: 'Stone', username: 'bob_stone' }
export const CAROL = { id: 203, is_bot: false, first_name: 'Carol', language_code: 'en' }
export const DAVE = { id: 204, is_bot: false, first_name: 'Dave' }
export const GREETER = { id: 900, is_bot: true, first_name: 'Greeter', username: 'greeter_bot' }

export const WITH_ALICE = { id: 201, type: 'private', first_name: 'Alice' }
export const TEAM = { id: -500, type: 'group', title: 'Team', username: 'team_chat' }
export const CLUB = { id: -501, type: 'group', title: 'Club' }
export const NEWS = { id: -1001000000500, type: 'channel', title: 'News', username: 'news_channel' }
export const GAZETTE = { id: -1001000000400, type: 'channel', title: 'Gazette' }

export type Stage = Awaited<ReturnType<typeof stage>>

/**
 * Alice owns all chats. Alice and Carol have started the bot. The bot has all rights in Team and News, is an ordinary
 * member of Club, and an administrator without rights in Gazette. Bob is an administrator of Team without rights.
 * Carol is in both groups. Dave is in none of the chats. News has comments.
 */
export async function stage(options?: ServiceOptions) {
  const person = ({ is_bot, ...given }: { is_bot: boolean; first_name: string }) => ({
    ...given,
    handle: given.first_name.toLowerCase(),
  })
  const plan: Plan = {
    people: [ALICE, BOB, CAROL, DAVE].map(person),
    bots: [{ ...person(GREETER), owner: 'alice' }],
    groups: [
      { id: TEAM.id, title: 'Team', username: 'team_chat', owner: 'alice', members: ['bob', 'carol', 'greeter'] },
      { id: CLUB.id, title: 'Club', owner: 'alice', members: ['carol', 'greeter'] },
    ],
    channels: [
      { id: NEWS.id, title: 'News', username: 'news_channel', owner: 'alice', comments: true },
      { id: GAZETTE.id, title: 'Gazette', owner: 'alice' },
    ],
    started: [
      ['alice', 'greeter'],
      ['carol', 'greeter'],
    ],
    promoted: [
      { chat: TEAM.id, who: 'greeter', rights: ALL_RIGHTS },
      { chat: TEAM.id, who: 'bob' },
      { chat: NEWS.id, who: 'greeter', rights: ALL_RIGHTS },
      { chat: GAZETTE.id, who: 'greeter' },
    ],
    // Message 1 of each chat is by a person, message 2 by the bot.
    written: [
      ['carol', TEAM.id, 'hi'],
      ['alice', NEWS.id, 'breaking'],
    ],
  }
  const { s, bots, channels } = await world(plan, options)
  const bot = bots[0]!
  await s.actDirectly('pin', { as: 'alice', chat: TEAM.id, message_id: 1 })
  for (const chat_id of [ALICE.id, TEAM.id]) {
    await bot.ok('sendMessage', { chat_id, text: 'sure?', reply_markup: KEYBOARD })
  }
  await bot.ok('sendMessage', { chat_id: NEWS.id, text: 'more' })
  await s.actDirectly('send', { as: 'alice', to: 'greeter', text: 'hello' })
  return { s, bot, comments: channels[0].linked_chat_id as number }
}

/** The transports in which every value is a text. */
export const AS_TEXT: Transport[] = ['query', 'post-query', 'form', 'multipart']
export const ALL_TRANSPORTS: Transport[] = ['json', ...AS_TEXT]

/** A stage for requests made by hand, where the usual calls say too little about the wire. */
export async function byHand() {
  const staged = await stage()
  const base = `${staged.s.url}/bot${staged.bot.token}`
  const ask = async (path: string, init: RequestInit = {}) => answerOf(await fetch(`${base}${path}`, init))
  const post = (path: string, type: string, body: string) =>
    ask(path, { method: 'POST', headers: { 'content-type': type }, body })
  return { ...staged, ask, post }
}

/** The answer to the bot's next message to Alice. */
export const sentToAlice = (text: string) =>
  granted({ message_id: 4, from: GREETER, chat: WITH_ALICE, date: NOON, text })
