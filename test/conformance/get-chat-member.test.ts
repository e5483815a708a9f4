// getChatMember: how a member stands, and of whom a bot may ask.

import { expect, it } from 'vitest'
import { type Bot, granted, NOON, refused } from '../helpers/service.ts'
import { news, team } from '../helpers/team.ts'
import { HUGE } from './huge.ts'
import { administrator, creator, member, restricted } from './wire.ts'

const CHAT_NOT_FOUND = refused(400, 'Bad Request: chat not found')
const USER_NOT_FOUND = refused(400, 'Bad Request: user not found')

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
  expect(await standing(stranger)).toEqual(USER_NOT_FOUND)
  const eve = await s.user('Eve')
  const group = await s.act('createGroup', { title: 'Quiet', owner: 'alice', members: ['eve', bot.handle] })
  expect(await getMember(bot, group.id, eve)).toEqual(USER_NOT_FOUND)
  for (const user_id of [99, ...HUGE]) {
    expect(await bot.call('getChatMember', { chat_id: group.id, user_id })).toEqual(USER_NOT_FOUND)
  }
  await s.act('send', { as: 'eve', to: 'quiet', text: 'here I am' })
  expect(await getMember(bot, group.id, eve)).toEqual(granted(member(eve)))
})

it('GET-32 takes no longer number for an id of 16 digits', async () => {
  const { s, bot, group } = await team(null)
  const dave = await s.user('Dave', { id: Number.MAX_SAFE_INTEGER })
  await s.act('start', { as: 'dave', bot: bot.handle })
  expect(await getMember(bot, group.id, dave)).toEqual(granted(member(dave, 'left')))
  for (const id of [dave.id + 1, ...HUGE])
    expect(await bot.call('getChatMember', { chat_id: group.id, user_id: id })).toEqual(USER_NOT_FOUND)
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
