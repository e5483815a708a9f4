// Chat and ChatPermissions: ids, types, and what getChat shows of each kind.

import { describe, expect, it } from 'vitest'
import { type Bot, granted, type Service, service } from '../helpers/service.ts'
import { ALICE, ALL_RIGHTS, BOB, CLUB, NEWS, stage, TEAM, WITH_ALICE } from '../helpers/stage.ts'

const DEFAULTS = {
  can_send_messages: true,
  can_send_media_messages: true,
  can_pin_messages: false,
  can_change_info: false,
  can_invite_users: true,
}

async function withBot(): Promise<{ s: Service; bot: Bot }> {
  const s = await service()
  await s.user('Alice')
  return { s, bot: await s.bot() }
}

const group = (s: Service, given: Record<string, unknown> = {}) =>
  s.act('createGroup', { id: -600, title: 'Guild', owner: 'alice', members: ['greeter'], ...given })

async function channel(s: Service, given: Record<string, unknown> = {}) {
  const made = await s.act('createChannel', { id: -700, title: 'Radio', owner: 'alice', ...given })
  await s.act('promote', { as: 'alice', chat: -700, who: 'greeter', rights: ALL_RIGHTS })
  return made
}

describe('private chats', () => {
  it('CHAT-01 CHAT-02 CHAT-06 CHAT-07 GET-01 are positive and private', async () => {
    const { bot } = await stage()
    expect(await bot.call('getChat', { chat_id: ALICE.id })).toEqual(granted(WITH_ALICE))
    expect((await bot.ok('sendMessage', { chat_id: ALICE.id, text: 'hello' })).chat).toEqual(WITH_ALICE)
  })

  const names = [{ last_name: 'Liddell' }, { username: 'alice_l' }, { last_name: 'Liddell', username: 'alice_l' }]
  it.each(names)('CHAT-09 GET-01 GET-04 show names and nothing else: %j', async (given) => {
    const { s, bot } = await stage()
    await s.act('updateUser', { user: 'alice', language_code: 'en', devices: 3, ...given })
    expect(await bot.call('getChat', { chat_id: ALICE.id })).toEqual(granted({ ...WITH_ALICE, ...given }))
  })
})

describe('groups', () => {
  it('CHAT-01 CHAT-03 CHAT-06 CHAT-08 CHAT-10 CHAT-14 CHAT-16 GAP-20 GET-05 GET-08 are negative, with a title', async () => {
    const { s, bot } = await withBot()
    await group(s)
    const chat = { id: -600, type: 'group', title: 'Guild' }
    expect(await bot.call('getChat', { chat_id: -600 })).toEqual(granted({ ...chat, permissions: DEFAULTS }))
    expect((await bot.ok('sendMessage', { chat_id: -600, text: 'hello' })).chat).toEqual(chat)
  })

  it.each([-7, -600, -1001000000777])('CHAT-08 GAP-20 %i may be a group or a supergroup', async (id) => {
    for (const type of ['group', 'supergroup']) {
      const { s, bot } = await withBot()
      await group(s, { id, type })
      const chat = { id, type, title: 'Guild', permissions: DEFAULTS }
      expect(await bot.call('getChat', { chat_id: id })).toEqual(granted(chat))
    }
  })

  it('CHAT-03 get negative ids when none are asked for', async () => {
    const { s, bot } = await withBot()
    for (const type of ['group', 'supergroup']) {
      const { id } = await group(s, { id: undefined, type })
      expect(id).toBeLessThan(0)
      expect((await bot.ok('sendMessage', { chat_id: id, text: 'hello' })).chat).toEqual({ id, type, title: 'Guild' })
    }
  })

  it('CHAT-05 may have ids that begin with -100', async () => {
    const { s, bot } = await withBot()
    await group(s, { id: -1001234567890, type: 'supergroup' })
    const { chat, text } = await bot.ok('sendMessage', { chat_id: -1001234567890, text: 'hello' })
    expect({ chat, text }).toEqual({ chat: { id: -1001234567890, type: 'supergroup', title: 'Guild' }, text: 'hello' })
  })

  it('CHAT-12 CHAT-14 CHAT-15 CHAT-16 GET-06 GET-07 show a username and a description while they have them', async () => {
    const { s, bot } = await withBot()
    await group(s, { username: 'guild_chat', description: 'All trades' })
    const bare = { id: -600, type: 'group', title: 'Guild', permissions: DEFAULTS }
    const full = { ...bare, username: 'guild_chat', description: 'All trades' }
    expect(await bot.call('getChat', { chat_id: -600 })).toEqual(granted(full))
    await s.act('updateChat', { chat: -600, username: null, description: null })
    expect(await bot.call('getChat', { chat_id: -600 })).toEqual(granted(bare))
  })

  it.each(Object.keys(DEFAULTS))(
    'CHAT-17 CHAT-22 CHAT-23 GET-08 show that members have only %s',
    async (permission) => {
      const { s, bot } = await withBot()
      const none = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, false]))
      const permissions = { ...none, [permission]: true }
      await group(s, { permissions })
      const { permissions: shown } = await bot.ok('getChat', { chat_id: -600 })
      expect(shown).toEqual(permissions)
      await s.act('updateChat', { chat: -600, permissions: { [permission]: false } })
      expect((await bot.ok('getChat', { chat_id: -600 })).permissions).toEqual(none)
    },
  )
})

describe('channels', () => {
  it('CHAT-01 CHAT-04 CHAT-06 CHAT-11 CHAT-14 CHAT-16 CHAT-19 GAP-19 GET-10 are negative, with a title', async () => {
    const { s, bot } = await withBot()
    await channel(s)
    const chat = { id: -700, type: 'channel', title: 'Radio' }
    expect(await bot.call('getChat', { chat_id: -700 })).toEqual(granted(chat))
    expect((await bot.ok('sendMessage', { chat_id: -700, text: 'hello' })).chat).toEqual(chat)
  })

  it('CHAT-04 CHAT-05 get negative ids that begin with -100 when none are asked for', async () => {
    const { s, bot } = await withBot()
    const { id } = await s.act('createChannel', { title: 'Radio', owner: 'alice' })
    await s.act('promote', { as: 'alice', chat: id, who: 'greeter', rights: ALL_RIGHTS })
    expect(String(id)).toMatch(/^-100\d+$/)
    expect((await bot.ok('sendMessage', { chat_id: id, text: 'hello' })).chat.id).toBe(id)
  })

  it('CHAT-13 CHAT-14 CHAT-15 CHAT-16 GET-11 GET-12 show a username and a description while they have them', async () => {
    const { s, bot } = await withBot()
    await channel(s, { username: 'radio_channel', description: 'All day' })
    const bare = { id: -700, type: 'channel', title: 'Radio' }
    const full = { ...bare, username: 'radio_channel', description: 'All day' }
    expect(await bot.call('getChat', { chat_id: -700 })).toEqual(granted(full))
    await s.act('updateChat', { chat: -700, username: null, description: null })
    expect(await bot.call('getChat', { chat_id: -700 })).toEqual(granted(bare))
  })

  it('CHAT-18 CHAT-19 GET-13 name their comments chat once comments are enabled', async () => {
    const { s, bot } = await withBot()
    await channel(s)
    const bare = { id: -700, type: 'channel', title: 'Radio' }
    expect(await bot.call('getChat', { chat_id: -700 })).toEqual(granted(bare))
    const { linked_chat_id } = await s.act('updateChat', { chat: -700, comments: true })
    expect(linked_chat_id).toBeLessThan(0)
    expect(await bot.call('getChat', { chat_id: -700 })).toEqual(granted({ ...bare, linked_chat_id }))
  })
})

describe('comments chats', () => {
  it('CHAT-18 CHAT-20 CHAT-21 GAP-22 are supergroups named after their channel', async () => {
    const { s, bot } = await stage()
    const { linked_chat_id: id } = await bot.ok('getChat', { chat_id: NEWS.id })
    expect(Number.isInteger(id)).toBe(true)
    const chat = { id, type: 'supergroup', title: 'News \u2014 comments' }
    expect(await bot.call('getChat', { chat_id: id })).toEqual(granted(chat))
    await s.act('updateChat', { chat: NEWS.id, title: 'Olds', description: 'All of it' })
    expect(await bot.call('getChat', { chat_id: id })).toEqual(granted({ ...chat, title: 'Olds \u2014 comments' }))
  })

  it('CHAT-20 CHAT-21 GAP-21 stand so in the messages written there', async () => {
    const { s, bot, comments } = await stage()
    await bot.drain()
    await s.act('send', { as: 'alice', to: comments, text: 'nice' })
    const [update] = await bot.drain()
    expect(update.message.chat).toEqual({ id: comments, type: 'supergroup', title: 'News \u2014 comments' })
  })
})

describe('chats inside messages', () => {
  it('GAP-21 carry no more than id, type, title, username and names', async () => {
    const { s, bot } = await stage()
    await s.act('updateChat', { chat: TEAM.id, description: 'All of us' })
    await s.act('updateChat', { chat: NEWS.id, description: 'All of it' })
    await s.act('updateUser', { user: 'alice', last_name: 'Liddell', username: 'alice_l', language_code: 'en' })
    const chatOf = async (chat_id: number) => (await bot.ok('sendMessage', { chat_id, text: 'hello' })).chat
    expect(await chatOf(TEAM.id)).toEqual(TEAM)
    expect(await chatOf(CLUB.id)).toEqual(CLUB)
    expect(await chatOf(NEWS.id)).toEqual(NEWS)
    expect(await chatOf(ALICE.id)).toEqual({ ...WITH_ALICE, last_name: 'Liddell', username: 'alice_l' })
    expect((await bot.ok('sendMessage', { chat_id: NEWS.id, text: 'hello' })).sender_chat).toEqual(NEWS)
  })

  it('GAP-21 the same in updates', async () => {
    const { s, bot } = await stage()
    await s.act('updateChat', { chat: TEAM.id, description: 'All of us' })
    await bot.drain()
    await s.act('send', { as: 'bob', to: TEAM.id, text: 'hello' })
    const [update] = await bot.drain()
    expect([update.message.chat, update.message.from]).toEqual([TEAM, BOB])
  })
})
