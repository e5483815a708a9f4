// getChat: what a bot may know of a chat, and of which.

import { expect, it } from 'vitest'
import { type Bot, granted, refused, service } from '../helpers/service.ts'
import { news, team } from '../helpers/team.ts'

const CHAT_NOT_FOUND = refused(400, 'Bad Request: chat not found')

const DEFAULT_PERMISSIONS = {
  can_send_messages: true,
  can_send_media_messages: true,
  can_pin_messages: false,
  can_change_info: false,
  can_invite_users: true,
}

const getChat = (bot: Bot, chat_id: number | string) => bot.call('getChat', { chat_id })

it('GET-01 GET-04 shows the names of a person and nothing more', async () => {
  const s = await service()
  const names = { last_name: 'Jones', username: 'alice_j' }
  const alice = await s.user('Alice', { ...names, language_code: 'en', devices: 3 })
  const bob = await s.user('Bob')
  const bot = await s.bot()
  for (const as of [alice.handle, bob.handle]) await s.act('start', { as, bot: bot.handle })
  expect(await getChat(bot, alice.id)).toEqual(
    granted({ id: alice.id, type: 'private', first_name: 'Alice', ...names }),
  )
  expect(await getChat(bot, bob.id)).toEqual(granted({ id: bob.id, type: 'private', first_name: 'Bob' }))
})

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

it('GET-05 GET-08 shows title and permissions of a group that is neither public nor described', async () => {
  const { bot, group } = await team(null)
  expect(await getChat(bot, group.id)).toEqual(
    granted({ id: group.id, type: 'group', title: 'Team', permissions: DEFAULT_PERMISSIONS }),
  )
})

it('GET-05 GET-06 GET-07 GET-08 shows all of a public group', async () => {
  const permissions = {
    can_send_messages: false,
    can_send_media_messages: true,
    can_pin_messages: true,
    can_change_info: true,
    can_invite_users: false,
  }
  const s = await service()
  await s.user('Alice')
  const bot = await s.bot()
  const given = { type: 'supergroup', title: 'Team', username: 'the_team', description: 'Ours', permissions }
  const group = await s.act('createGroup', { ...given, owner: 'alice', members: [bot.handle] })
  expect(await getChat(bot, group.id)).toEqual(granted({ id: group.id, ...given }))
  expect(await getChat(bot, '@the_team')).toEqual(granted({ id: group.id, ...given }))
})

it.each(['can_send_messages', 'can_send_media_messages', 'can_pin_messages', 'can_change_info', 'can_invite_users'])(
  'GET-08 shows a change of %s and of nothing else',
  async (name) => {
    const { s, bot, group } = await team(null)
    const changed = !DEFAULT_PERMISSIONS[name as keyof typeof DEFAULT_PERMISSIONS]
    await s.act('updateChat', { chat: 'team', permissions: { [name]: changed } })
    const { body } = await getChat(bot, group.id)
    expect(body.result.permissions).toEqual({ ...DEFAULT_PERMISSIONS, [name]: changed })
  },
)

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

it('GET-10 shows the title of a channel that is neither public, nor described, nor commented', async () => {
  const { bot, channel } = await news()
  expect(await getChat(bot, channel.id)).toEqual(granted({ id: channel.id, type: 'channel', title: 'News' }))
})

it('GET-10 GET-11 GET-12 GET-13 shows all of a public channel with comments', async () => {
  const given = { username: 'the_news', description: 'Daily', comments: true }
  const { bot, channel } = await news({}, given)
  const whole = granted({
    id: channel.id,
    type: 'channel',
    title: 'News',
    username: 'the_news',
    description: 'Daily',
    linked_chat_id: channel.linked_chat_id,
  })
  expect(await getChat(bot, channel.id)).toEqual(whole)
  expect(await getChat(bot, '@the_news')).toEqual(whole)
  expect(await getChat(bot, channel.linked_chat_id)).toEqual(
    granted({ id: channel.linked_chat_id, type: 'supergroup', title: 'News — comments' }),
  )
})

it('GET-14 takes a channel only while the bot is an administrator there', async () => {
  const { s, bot, channel } = await news({}, { username: 'the_news', comments: true })
  const ids = [channel.id, '@the_news', channel.linked_chat_id]
  const outsider = await s.bot()
  for (const id of ids) expect(await getChat(outsider, id)).toEqual(CHAT_NOT_FOUND)
  for (const id of ids) expect((await getChat(bot, id)).status).toBe(200)
  await s.act('demote', { as: 'alice', chat: 'news', who: bot.handle })
  for (const id of ids) expect(await getChat(bot, id)).toEqual(CHAT_NOT_FOUND)
})
