// getChatMemberCount: who is counted in a group and in a channel.

import { expect, it } from 'vitest'
import type { Json } from '../helpers/furnish.ts'
import { type Bot, granted, refused } from '../helpers/service.ts'
import { news, team } from '../helpers/team.ts'

const CHAT_NOT_FOUND = refused(400, 'Bad Request: chat not found')

const count = (bot: Bot, chat_id: number | string) => bot.call('getChatMemberCount', { chat_id })

it('GET-25 GET-26 counts people and bots of a group', async () => {
  const { s, bot, group } = await team(null)
  expect(await count(bot, group.id)).toEqual(granted(4))
  const other = await s.bot()
  await s.act('add', { as: 'alice', chat: 'team', who: other.handle })
  expect(await count(bot, group.id)).toEqual(granted(5))
})

it('GAP-107 counts the muted, not those who left or are banned', async () => {
  const { s, bot, group } = await team(null)
  const dave = await s.user('Dave')
  await s.act('join', { as: 'dave', chat: 'team' })
  expect(await count(bot, group.id)).toEqual(granted(5))
  await s.act('mute', { as: 'alice', chat: 'team', who: dave.handle })
  expect(await count(bot, group.id)).toEqual(granted(5))
  await s.act('leave', { as: 'bob', chat: 'team' })
  expect(await count(bot, group.id)).toEqual(granted(4))
  await s.act('ban', { as: 'alice', chat: 'team', who: 'dave' })
  expect(await count(bot, group.id)).toEqual(granted(3))
  await s.act('unban', { as: 'alice', chat: 'team', who: 'dave' })
  expect(await count(bot, group.id)).toEqual(granted(3))
})

it('GET-27 GAP-107 counts the owner and all other subscribers of a channel, bots not among them', async () => {
  const { s, bot, channel } = await news()
  expect(await count(bot, channel.id)).toEqual(granted(3))
  await s.user('Dave')
  await s.act('join', { as: 'dave', chat: 'news' })
  expect(await count(bot, channel.id)).toEqual(granted(4))
  await s.act('promote', { as: 'alice', chat: 'news', who: (await s.bot()).handle })
  expect(await count(bot, channel.id)).toEqual(granted(4))
  await s.act('promote', { as: 'alice', chat: 'news', who: 'dave' })
  expect(await count(bot, channel.id)).toEqual(granted(4))
  await s.act('ban', { as: 'alice', chat: 'news', who: 'bob' })
  expect(await count(bot, channel.id)).toEqual(granted(3))
})

it('GET-27 GAP-107 counts an administrator who never joined the channel, and after a demotion too', async () => {
  const { s, bot, channel } = await news()
  await s.user('Dave')
  await s.act('promote', { as: 'alice', chat: 'news', who: 'dave' })
  expect(await count(bot, channel.id)).toEqual(granted(4))
  await s.act('demote', { as: 'alice', chat: 'news', who: 'dave' })
  expect(await count(bot, channel.id)).toEqual(granted(4))
  await s.act('leave', { as: 'dave', chat: 'news' })
  expect(await count(bot, channel.id)).toEqual(granted(3))
})

it('GET-27 GAP-107 counts an owner before and after, and a new one too', async () => {
  const { s, bot, channel } = await news()
  await s.user('Dave')
  const standings = async () => {
    const members: Json[] = await s.view('/chats/news/members')
    return members.map(({ user, status }) => `${user.first_name} ${status}`).toSorted()
  }
  await s.act('updateChat', { chat: 'news', owner: 'dave' })
  expect(await count(bot, channel.id)).toEqual(granted(4))
  const others = ['Bob member', 'Carol member', 'Dave creator', 'Greeter administrator']
  expect(await standings()).toEqual(['Alice member', ...others])
  await s.act('updateChat', { chat: 'news', owner: 'alice' })
  expect(await count(bot, channel.id)).toEqual(granted(4))
})

it('GAP-145 counts in a comments chat whom it counts in the channel', async () => {
  const { s, bot, channel } = await news(undefined, { comments: true })
  const comments = (await s.view('/chats/news')).linked_chat_id
  expect(await count(bot, comments)).toEqual(granted(3))
  await s.user('Dave')
  await s.act('join', { as: 'dave', chat: 'news' })
  for (const chat of [channel.id, comments]) expect(await count(bot, chat)).toEqual(granted(4))
})

it('GAP-107 counts deleted accounts as long as nobody removes them', async () => {
  const { s, bob, bot, group } = await team()
  await s.act('updateUser', { user: 'bob', deleted: true })
  expect(await count(bot, group.id)).toEqual(granted(4))
  const about = { chat_id: group.id, user_id: bob.id }
  expect((await bot.ok('getChatMember', about)).status).toBe('member')
  await bot.ok('unbanChatMember', about)
  expect(await count(bot, group.id)).toEqual(granted(3))
})

it('GET-28 takes no private chat', async () => {
  const { s, alice, bot } = await team(null)
  await s.act('start', { as: 'alice', bot: bot.handle })
  expect(await count(bot, alice.id)).toEqual(CHAT_NOT_FOUND)
})
