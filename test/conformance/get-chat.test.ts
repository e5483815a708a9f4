// getChat: the chats that a bot may read. What it shows of them: chats.test.ts.

import { expect, it } from 'vitest'
import { type Bot, refused, service } from '../helpers/service.ts'
import { news, team } from '../helpers/team.ts'

const CHAT_NOT_FOUND = refused(400, 'Bad Request: chat not found')

const getChat = (bot: Bot, chat_id: number | string) => bot.call('getChat', { chat_id })

it('GET-02 GET-03 takes a person only between the start and a block', async () => {
  const s = await service()
  const alice = await s.user('Alice')
  const bot = await s.bot()
  expect(await getChat(bot, alice.id)).toEqual(CHAT_NOT_FOUND)
  await s.act('start', { as: 'alice', bot: bot.handle })
  expect((await getChat(bot, alice.id)).status).toBe(200)
  await s.act('block', { as: 'alice', bot: bot.handle })
  expect(await getChat(bot, alice.id)).toEqual(CHAT_NOT_FOUND)
  await s.act('unblock', { as: 'alice', bot: bot.handle })
  expect((await getChat(bot, alice.id)).status).toBe(200)
})

it('GET-09 takes a group only while the bot is in it', async () => {
  const { s, bot, group } = await team(null, { username: 'the_team' })
  const outsider = await s.bot()
  for (const id of [group.id, '@the_team']) expect(await getChat(outsider, id)).toEqual(CHAT_NOT_FOUND)
  expect((await getChat(bot, group.id)).status).toBe(200)
  await s.act('ban', { as: 'alice', chat: 'team', who: bot.handle })
  for (const id of [group.id, '@the_team']) expect(await getChat(bot, id)).toEqual(CHAT_NOT_FOUND)
  await s.act('unban', { as: 'alice', chat: 'team', who: bot.handle })
  expect(await getChat(bot, group.id)).toEqual(CHAT_NOT_FOUND)
  await s.act('add', { as: 'alice', chat: 'team', who: bot.handle })
  expect((await getChat(bot, group.id)).status).toBe(200)
})

it('GET-14 GAP-22 takes a channel only while the bot is an administrator there', async () => {
  const { s, bot, channel } = await news({}, { username: 'the_news', comments: true })
  const ids = [channel.id, '@the_news', channel.linked_chat_id]
  const outsider = await s.bot()
  await s.act('createChannel', { id: -800, title: 'Gazette', owner: 'alice' })
  await s.act('promote', { as: 'alice', chat: -800, who: outsider.handle })
  for (const id of ids) expect(await getChat(outsider, id)).toEqual(CHAT_NOT_FOUND)
  for (const id of ids) expect((await getChat(bot, id)).status).toBe(200)
  await s.act('demote', { as: 'alice', chat: 'news', who: bot.handle })
  for (const id of ids) expect(await getChat(bot, id)).toEqual(CHAT_NOT_FOUND)
})
