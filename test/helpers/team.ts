// Creates a group or a channel of Alice with Bob, Carol and a bot.

import type { Json } from './furnish.ts'
import { world } from './service.ts'

const PEOPLE = ['Alice', 'Bob', 'Carol']

/** Creates Alice's group. Everyone has written a message. The bot is an administrator unless `rights` is null. */
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
  const standing = ({ id }: { id: number }) => bot.call('getChatMember', { chat_id: group.id, user_id: id })
  return { s, alice, bob, carol, bot, group, standing }
}

/** Creates Alice's channel. Bob and Carol are subscribers, and the bot is an administrator. */
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
