// A group and a channel of Alice, with Bob, Carol and a bot.

import type { Json } from './furnish.ts'
import { world } from './service.ts'

const PEOPLE = ['Alice', 'Bob', 'Carol']

/** Alice owns a group with Bob, Carol and a bot that has met all of them; the bot is an admin with the given rights. */
export async function team(rights: Json | null = { can_restrict_members: true }, given: Json = {}) {
  const members = ['bob', 'carol', 'greeter']
  const { s, people, bots, groups } = await world({
    people: PEOPLE,
    bots: [{}],
    groups: [{ handle: 'team', title: 'Team', owner: 'alice', members, ...given }],
    promoted: rights ? [{ chat: 'team', who: 'greeter', rights }] : [],
    written: ['alice', 'bob', 'carol'].map((as) => [as, 'team', 'hi'] as const),
  })
  const [alice, bob, carol] = people
  const [group] = groups
  const bot = bots[0]!
  await bot.drain()
  /** How the bot sees a member. */
  const standing = ({ id }: { id: number }) => bot.call('getChatMember', { chat_id: group.id, user_id: id })
  return { s, alice, bob, carol, bot, group, standing }
}

/** Alice owns a channel, which Bob and Carol read and a bot administers. */
export async function news(rights: Json = { can_post_messages: true }, given: Json = {}) {
  const subscribers = ['bob', 'carol']
  const { s, people, bots, channels } = await world({
    people: PEOPLE,
    bots: [{}],
    channels: [{ handle: 'news', title: 'News', owner: 'alice', subscribers, ...given }],
    promoted: [{ chat: 'news', who: 'greeter', rights }],
  })
  const [alice, bob, carol] = people
  const bot = bots[0]!
  await bot.drain()
  return { s, alice, bob, carol, bot, channel: channels[0] }
}
