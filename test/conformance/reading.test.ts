// getChat, getChatAdministrators, getChatMemberCount and getChatMember: what a bot may read, and where.

import { describe, expect, it } from 'vitest'
import { administrator, creator, member, news, restricted, team } from './scenes.ts'
import { type Bot, granted, NOON, refused, service } from './service.ts'

const CHAT_NOT_FOUND = refused(400, 'Bad Request: chat not found')
const USER_NOT_FOUND = refused(400, 'Bad Request: user not found')

const DEFAULT_PERMISSIONS = {
  can_send_messages: true,
  can_send_media_messages: true,
  can_pin_messages: false,
  can_change_info: false,
  can_invite_users: true,
}

describe('getChat', () => {
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
})

describe('getChatAdministrators', () => {
  const getAdmins = (bot: Bot, chat_id: number | string) => bot.call('getChatAdministrators', { chat_id })

  it('GET-17 GET-18 GET-22 GET-23 tells an ordinary member the owner of a group', async () => {
    const { alice, bot, group } = await team(null)
    expect(await getAdmins(bot, group.id)).toEqual(granted([creator(alice)]))
  })

  it('GET-15 GET-19 GET-20 GET-21 GAP-106 lists people and bots with their rights, by time of promotion', async () => {
    const { s, alice, bob, carol, bot, group } = await team(null, { username: 'the_team' })
    const other = await s.bot({ can_read_all_group_messages: false })
    const promote = (who: string, rights = {}, more = {}) =>
      s.act('promote', { as: 'alice', chat: 'team', who, rights, ...more })
    await promote('carol', { can_delete_messages: true, can_promote_members: true }, { custom_title: 'Helper' })
    await promote(other.handle, { can_pin_messages: true })
    await promote('bob')
    // Other rights are no new promotion.
    await promote('carol', { can_manage_video_chats: true })
    const list = granted([
      creator(alice),
      administrator(carol, { can_manage_video_chats: true }),
      administrator(other, { can_pin_messages: true, can_read_all_group_messages: false }),
      administrator(bob),
    ])
    expect(await getAdmins(bot, group.id)).toEqual(list)
    expect(await getAdmins(bot, '@the_team')).toEqual(list)
  })

  it('GET-22 GAP-106 lists nobody who is demoted, and last who is promoted anew', async () => {
    const { s, alice, bob, carol, bot, group } = await team(null)
    const does = (action: string, who: string) => s.act(action, { as: 'alice', chat: 'team', who })
    await does('promote', 'bob')
    await does('promote', 'carol')
    await does('demote', 'bob')
    expect(await getAdmins(bot, group.id)).toEqual(granted([creator(alice), administrator(carol)]))
    await does('promote', 'bob')
    expect(await getAdmins(bot, group.id)).toEqual(granted([creator(alice), administrator(carol), administrator(bob)]))
  })

  it('GET-15 GET-24 finds itself among the administrators of a channel and of its comments', async () => {
    const { alice, bot, channel } = await news({ can_post_messages: true }, { username: 'the_news', comments: true })
    const list = granted([
      creator(alice),
      administrator(bot, { can_post_messages: true, can_read_all_group_messages: true }),
    ])
    for (const id of [channel.id, '@the_news', channel.linked_chat_id]) expect(await getAdmins(bot, id)).toEqual(list)
  })

  it('GET-16 takes no private chat', async () => {
    const { s, alice, bot } = await team(null)
    await s.act('start', { as: 'alice', bot: bot.handle })
    expect(await getAdmins(bot, alice.id)).toEqual(CHAT_NOT_FOUND)
  })

  it('GET-15 GET-23 takes no group that the bot is not in', async () => {
    const { s, group } = await team(null, { username: 'the_team' })
    const outsider = await s.bot()
    for (const id of [group.id, '@the_team']) expect(await getAdmins(outsider, id)).toEqual(CHAT_NOT_FOUND)
  })
})

describe('getChatMemberCount', () => {
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

  it('GET-27 GAP-107 counts the subscribers of a channel, bots not among them', async () => {
    const { s, bot, channel } = await news()
    expect(await count(bot, channel.id)).toEqual(granted(2))
    await s.user('Dave')
    await s.act('join', { as: 'dave', chat: 'news' })
    expect(await count(bot, channel.id)).toEqual(granted(3))
    await s.act('promote', { as: 'alice', chat: 'news', who: (await s.bot()).handle })
    expect(await count(bot, channel.id)).toEqual(granted(3))
    await s.act('promote', { as: 'alice', chat: 'news', who: 'dave' })
    expect(await count(bot, channel.id)).toEqual(granted(3))
    await s.act('ban', { as: 'alice', chat: 'news', who: 'bob' })
    expect(await count(bot, channel.id)).toEqual(granted(2))
  })

  it('GET-28 takes no private chat', async () => {
    const { s, alice, bot } = await team(null)
    await s.act('start', { as: 'alice', bot: bot.handle })
    expect(await count(bot, alice.id)).toEqual(CHAT_NOT_FOUND)
  })
})

describe('getChatMember', () => {
  const getMember = (bot: Bot, chat_id: number | string, { id }: { id: number }) =>
    bot.call('getChatMember', { chat_id, user_id: id })

  it('GET-29 takes no private chat', async () => {
    const { s, alice, bot } = await team(null)
    await s.act('start', { as: 'alice', bot: bot.handle })
    expect(await getMember(bot, alice.id, alice)).toEqual(CHAT_NOT_FOUND)
  })

  it('GET-30 needs a whole number for user_id', async () => {
    const { bot, group } = await team(null)
    const call = (params: object) => bot.call('getChatMember', { chat_id: group.id, ...params })
    const bad = (reason: string) => refused(400, `Bad Request: user_id: Invalid input: expected ${reason}`)
    expect(await call({})).toEqual(bad('number, received undefined'))
    expect(await call({ user_id: 'bob' })).toEqual(bad('number, received string'))
    expect(await call({ user_id: 1.5 })).toEqual(bad('int, received number'))
  })

  it('GET-31 GAP-108 tells an ordinary member how each member stands', async () => {
    const { s, alice, bob, carol, standing } = await team(null)
    await s.act('promote', { as: 'alice', chat: 'team', who: 'bob', rights: { can_change_info: true } })
    await s.act('mute', { as: 'alice', chat: 'team', who: 'carol', until_date: NOON + 60 })
    expect(await standing(alice)).toEqual(granted(creator(alice)))
    expect(await standing(bob)).toEqual(granted(administrator(bob, { can_change_info: true })))
    expect(await standing(carol)).toEqual(granted(restricted(carol, NOON + 60)))
    await s.act('advanceClock', { seconds: 60 })
    expect(await standing(carol)).toEqual(granted(member(carol)))
  })

  it('GET-31 tells of those who have left or are banned, and of those who were never there', async () => {
    const { s, bob, carol, bot, standing } = await team(null)
    const dave = await s.user('Dave')
    await s.act('start', { as: 'dave', bot: bot.handle })
    await s.act('leave', { as: 'bob', chat: 'team' })
    await s.act('ban', { as: 'alice', chat: 'team', who: 'carol' })
    expect(await standing(bob)).toEqual(granted(member(bob, 'left')))
    expect(await standing(carol)).toEqual(granted(member(carol, 'kicked')))
    expect(await standing(dave)).toEqual(granted(member(dave, 'left')))
  })

  it('GET-32 knows nobody whom the bot has not seen, be they in the group or not', async () => {
    const { s, bot, standing } = await team(null)
    const stranger = await s.user('Stranger')
    expect(await standing({ id: 99 })).toEqual(USER_NOT_FOUND)
    expect(await standing(stranger)).toEqual(USER_NOT_FOUND)
    const eve = await s.user('Eve')
    const group = await s.act('createGroup', { title: 'Quiet', owner: 'alice', members: ['eve', bot.handle] })
    expect(await getMember(bot, group.id, eve)).toEqual(USER_NOT_FOUND)
    await s.act('send', { as: 'eve', to: 'quiet', text: 'here I am' })
    expect(await getMember(bot, group.id, eve)).toEqual(granted(member(eve)))
  })

  it('GET-32 has one bot see nobody for another', async () => {
    const { s, bob, bot, group } = await team(null)
    const other = await s.bot()
    await s.act('add', { as: 'alice', chat: 'team', who: other.handle })
    expect(await getMember(other, group.id, bob)).toEqual(USER_NOT_FOUND)
    expect(await getMember(bot, group.id, bob)).toEqual(granted(member(bob)))
  })

  it.each([true, false])('GET-33 GET-34 tells a bot of itself, can_read_all_group_messages %s', async (flag) => {
    const { s, group } = await team()
    const bot = await s.bot({ can_read_all_group_messages: flag })
    await s.act('add', { as: 'alice', chat: 'team', who: bot.handle })
    const me = (await bot.ok('getMe', {}, 'query')) as { id: number }
    expect(await getMember(bot, group.id, me)).toEqual(granted(member(bot)))
    const rights = { can_pin_messages: true, can_restrict_members: true }
    await s.act('promote', { as: 'alice', chat: 'team', who: bot.handle, rights })
    const entry = administrator(bot, { ...rights, can_read_all_group_messages: flag })
    expect(await getMember(bot, group.id, me)).toEqual(granted(entry))
    await s.act('updateBot', { bot: bot.handle, can_read_all_group_messages: !flag })
    expect(await getMember(bot, group.id, me)).toEqual(granted({ ...entry, can_read_all_group_messages: !flag }))
  })

  it.each([
    ['GET-35', 'can_promote_members'],
    ['GET-36', 'can_manage_video_chats'],
  ])("%s tells a human administrator's %s as it is", async (_, right) => {
    const { s, bob, standing } = await team(null)
    for (const value of [true, false]) {
      await s.act('promote', { as: 'alice', chat: 'team', who: 'bob', rights: { [right]: value } })
      expect(await standing(bob)).toEqual(granted(administrator(bob, { [right]: value })))
    }
  })

  /** A channel with comments in which the bot has met everybody. */
  async function commented() {
    const { s, alice, bob, carol, bot, channel } = await news({ can_post_messages: true }, { comments: true })
    for (const as of ['alice', 'bob', 'carol']) await s.act('start', { as, bot: bot.handle })
    await s.act('promote', { as: 'alice', chat: 'news', who: 'carol', rights: { can_promote_members: true } })
    return { s, alice, bob, carol, bot, channel }
  }

  it.each([
    ['GET-37 GET-38 GET-39', 'id'],
    ['GET-41', 'linked_chat_id'],
  ])('%s tells of the bot, the owner and the administrators there (%s)', async (_, which) => {
    const { alice, carol, bot, channel } = await commented()
    const chat = channel[which]
    const own = { can_post_messages: true, can_read_all_group_messages: true }
    expect(await getMember(bot, chat, bot)).toEqual(granted(administrator(bot, own)))
    expect(await getMember(bot, chat, alice)).toEqual(granted(creator(alice)))
    expect(await getMember(bot, chat, carol)).toEqual(granted(administrator(carol, { can_promote_members: true })))
  })

  it.each([
    ['GET-40', 'id'],
    ['GET-42', 'linked_chat_id'],
  ])('%s tells of nobody else there (%s)', async (_, which) => {
    const { s, bob, carol, bot, channel } = await commented()
    const outsider = await s.user('Dave')
    await s.act('start', { as: 'dave', bot: bot.handle })
    await s.act('send', { as: 'bob', to: channel.linked_chat_id, text: 'well said' })
    for (const person of [bob, outsider]) expect(await getMember(bot, channel[which], person)).toEqual(USER_NOT_FOUND)
    await s.act('demote', { as: 'alice', chat: 'news', who: 'carol' })
    expect(await getMember(bot, channel[which], carol)).toEqual(USER_NOT_FOUND)
    await s.act('ban', { as: 'alice', chat: 'news', who: 'bob' })
    expect(await getMember(bot, channel[which], bob)).toEqual(USER_NOT_FOUND)
  })
})
