// restrictChatMember: muting, the end of a mute, and who may be muted by whom.

import { expect, it } from 'vitest'
import { granted, NOON, refused } from '../helpers/service.ts'
import { news, team } from '../helpers/team.ts'
import { HUGE } from './huge.ts'
import { administrator, creator, member, restricted } from './wire.ts'

const DAY = 24 * 3_600
const DONE = granted(true)
const NO_RIGHT = refused(400, 'Bad Request: not enough rights to restrict/unrestrict chat member')
const USER_NOT_FOUND = refused(400, 'Bad Request: user not found')

const EVERY_OTHER_RIGHT = {
  can_change_info: true,
  can_delete_messages: true,
  can_invite_users: true,
  can_pin_messages: true,
  can_post_messages: true,
  can_edit_messages: true,
  can_promote_members: true,
  can_manage_video_chats: true,
}

/** A team whose bot restricts Bob unless told otherwise. */
async function muting(rights: object | null = { can_restrict_members: true }, given = {}) {
  const scene = await team(rights, given)
  const { bot, bob, group } = scene
  const restrict = (params: object = {}) =>
    bot.call('restrictChatMember', { chat_id: group.id, user_id: bob.id, permissions: {}, ...params })
  const speaks = async (as: string) => {
    const { body } = await scene.s.tryAct('send', { as, to: 'team', text: 'hello' })
    return body.ok ? 'speaks' : body.error.code
  }
  return { ...scene, restrict, speaks }
}

it('RST-01 RST-02 RST-09 RST-14 mutes a member without end', async () => {
  const { bob, restrict, standing } = await muting()
  expect(await standing(bob)).toEqual(granted(member(bob)))
  expect(await restrict({ permissions: { can_send_messages: false } })).toEqual(DONE)
  expect(await standing(bob)).toEqual(granted(restricted(bob, 0)))
})

it('RST-03 takes a public group by its name', async () => {
  const { bob, restrict, standing } = await muting({ can_restrict_members: true }, { username: 'the_team' })
  expect(await restrict({ chat_id: '@the_team' })).toEqual(DONE)
  expect(await standing(bob)).toEqual(granted(restricted(bob)))
})

it('RST-02 RST-06 RST-07 refuses a call without chat_id, user_id or permissions', async () => {
  const { bob, restrict, standing } = await muting()
  const missing = (name: string, type: string) =>
    refused(400, `Bad Request: ${name}: Invalid input: expected ${type}, received undefined`)
  expect(await restrict({ chat_id: undefined })).toEqual(missing('chat_id', 'string'))
  expect(await restrict({ user_id: undefined })).toEqual(missing('user_id', 'number'))
  expect(await restrict({ permissions: undefined })).toEqual(missing('permissions', 'object'))
  expect(await standing(bob)).toEqual(granted(member(bob)))
})

it('RST-04 takes no private chat', async () => {
  const { s, bob, bot, restrict } = await muting()
  await s.act('start', { as: 'bob', bot: bot.handle })
  expect(await restrict({ chat_id: bob.id })).toEqual(refused(400, 'Bad Request: chat not found'))
})

it('RST-05 GAP-115 takes neither a channel nor its comments', async () => {
  const { s, bob, bot, channel } = await news({ can_restrict_members: true }, { comments: true })
  await s.act('start', { as: 'bob', bot: bot.handle })
  const restrict = (chat_id: number) => bot.call('restrictChatMember', { chat_id, user_id: bob.id, permissions: {} })
  expect(await restrict(channel.id)).toEqual(refused(400, 'Bad Request: method is not available for channel chats'))
  expect(await restrict(channel.linked_chat_id)).toEqual(
    refused(400, 'Bad Request: method is not available for this chat'),
  )
})

it.each([
  [['can_send_messages'], 'object, received array'],
  ['mute', 'object, received string'],
  [17, 'object, received number'],
  [true, 'object, received boolean'],
])('RST-08 refuses %j for permissions', async (permissions, reason) => {
  const { bob, restrict, standing } = await muting()
  const refusal = refused(400, `Bad Request: permissions: Invalid input: expected ${reason}`)
  expect(await restrict({ permissions })).toEqual(refusal)
  expect(await standing(bob)).toEqual(granted(member(bob)))
})

it.each([
  ['false', 'string'],
  [0, 'number'],
])('GAP-112 refuses %j for can_send_messages', async (can_send_messages, type) => {
  const { bob, restrict, standing } = await muting()
  const refusal = refused(400, `Bad Request: permissions: Invalid input: expected boolean, received ${type}`)
  expect(await restrict({ permissions: { can_send_messages } })).toEqual(refusal)
  expect(await standing(bob)).toEqual(granted(member(bob)))
})

it.each([{}, { can_send_messages: null }])('RST-10 GAP-112 mutes with the permissions %j', async (permissions) => {
  const { bob, restrict, standing } = await muting()
  expect(await restrict({ permissions })).toEqual(DONE)
  expect(await standing(bob)).toEqual(granted(restricted(bob)))
})

it('RST-11 lifts a mute', async () => {
  const { bob, restrict, standing, speaks } = await muting()
  await restrict({ until_date: NOON + 3_600 })
  expect(await restrict({ permissions: { can_send_messages: true } })).toEqual(DONE)
  expect(await standing(bob)).toEqual(granted(member(bob)))
  expect(await speaks('bob')).toBe('speaks')
})

it('RST-12 looks at no other permission', async () => {
  const { s, bob, carol, group, bot, restrict, standing } = await muting()
  const others = {
    can_send_media_messages: true,
    can_pin_messages: true,
    can_change_info: true,
    can_invite_users: true,
    can_send_polls: 'whatever',
  }
  expect(await restrict({ permissions: { ...others, can_send_messages: false } })).toEqual(DONE)
  expect(await standing(bob)).toEqual(granted(restricted(bob)))
  const before = await s.view('/chats/team')
  const nothing = Object.fromEntries(Object.keys(others).map((name) => [name, false]))
  const params = { chat_id: group.id, user_id: carol.id, permissions: { ...nothing, can_send_messages: true } }
  expect(await bot.call('restrictChatMember', params)).toEqual(DONE)
  expect(await standing(carol)).toEqual(granted(member(carol)))
  expect(await s.view('/chats/team')).toEqual(before)
})

it.each([
  ['RST-13', NOON + 3_600, NOON + 3_600],
  ['RST-15', 0, 0],
  ['RST-16', NOON + 29, 0],
  ['RST-16', NOON + 30, NOON + 30],
  ['RST-17', NOON + 366 * DAY, NOON + 366 * DAY],
  ['RST-17', NOON + 366 * DAY + 1, 0],
  ['RST-16', NOON, 0],
  ['RST-16', NOON - 3_600, 0],
  ['RST-16', 1, 0],
  ['RST-17', 1e20, 0],
  ['GAP-113', -1e20, 0],
  ['GAP-113', -1, 0],
  ['GAP-113', -NOON, 0],
])('%s mutes until %d as until %d', async (_, until_date, kept) => {
  const { bob, restrict, standing } = await muting()
  expect(await restrict({ until_date })).toEqual(DONE)
  expect(await standing(bob)).toEqual(granted(restricted(bob, kept)))
})

it.each([
  ['RST-16', 0.5, 30, 0],
  ['RST-16', 0.5, 31, 31],
  ['RST-16', 0.001, 30, 0],
  ['RST-17', 0.5, 366 * DAY, 366 * DAY],
  ['RST-17', 0.5, 366 * DAY + 1, 0],
  ['RST-17', 0.999, 366 * DAY + 1, 0],
])(
  '%s GAP-113 looks at the fraction of a second: %d s later a mute until %d s is until %d',
  async (_, past, until, kept) => {
    const { s, bob, restrict, standing } = await muting()
    await s.act('advanceClock', { seconds: past })
    expect(await restrict({ until_date: NOON + until })).toEqual(DONE)
    expect(await standing(bob)).toEqual(granted(restricted(bob, kept && NOON + kept)))
  },
)

it.each([
  ['tomorrow', 'expected number, received string'],
  [NOON + 60.5, 'expected int, received number'],
])('GAP-113 refuses %j for until_date', async (until_date, reason) => {
  const { bob, restrict, standing } = await muting()
  expect(await restrict({ until_date })).toEqual(refused(400, `Bad Request: until_date: Invalid input: ${reason}`))
  expect(await standing(bob)).toEqual(granted(member(bob)))
})

it.each([true, false, 'odd', {}])('RST-18 ignores use_independent_chat_permissions %j', async (flag) => {
  const { bob, restrict, standing } = await muting()
  expect(await restrict({ use_independent_chat_permissions: flag, until_date: NOON + 60 })).toEqual(DONE)
  expect(await standing(bob)).toEqual(granted(restricted(bob, NOON + 60)))
})

it.each([
  ['RST-19', 'an ordinary member', null],
  ['RST-20', 'an administrator with every other right', EVERY_OTHER_RIGHT],
])('%s RST-26 refuses %s muting and lifting', async (_, _who, rights) => {
  const { s, bob, restrict, standing } = await muting(rights)
  expect(await restrict()).toEqual(NO_RIGHT)
  expect(await standing(bob)).toEqual(granted(member(bob)))
  await s.act('mute', { as: 'alice', chat: 'team', who: 'bob' })
  expect(await restrict({ permissions: { can_send_messages: true } })).toEqual(NO_RIGHT)
  expect(await standing(bob)).toEqual(granted(restricted(bob)))
})

it('RST-21 RST-22 RST-23 spares the owner, administrators and itself', async () => {
  const { s, alice, carol, bot, restrict, standing } = await muting()
  await s.act('promote', { as: 'alice', chat: 'team', who: 'carol' })
  expect(await restrict({ user_id: alice.id })).toEqual(refused(400, "Bad Request: can't remove chat owner"))
  expect(await restrict({ user_id: carol.id })).toEqual(
    refused(400, 'Bad Request: user is an administrator of the chat'),
  )
  expect(await restrict({ user_id: bot.id })).toEqual(refused(400, "Bad Request: can't restrict self"))
  const own = { can_restrict_members: true, can_read_all_group_messages: true }
  expect(await standing(alice)).toEqual(granted(creator(alice)))
  expect(await standing(carol)).toEqual(granted(administrator(carol)))
  expect(await standing(bot)).toEqual(granted(administrator(bot, own)))
})

it('RST-24 knows nobody whom the bot has not seen', async () => {
  const { s, restrict } = await muting()
  const stranger = await s.user('Stranger')
  for (const user_id of [99, stranger.id, ...HUGE]) expect(await restrict({ user_id })).toEqual(USER_NOT_FOUND)
})

it('RST-25 finds nobody who has left, is banned or was never there', async () => {
  const { s, bob, carol, bot, restrict, standing } = await muting()
  const dave = await s.user('Dave')
  await s.act('start', { as: 'dave', bot: bot.handle })
  await s.act('leave', { as: 'bob', chat: 'team' })
  await s.act('ban', { as: 'alice', chat: 'team', who: 'carol' })
  for (const { id } of [bob, carol, dave]) {
    expect(await restrict({ user_id: id })).toEqual(USER_NOT_FOUND)
    expect(await restrict({ user_id: id, permissions: { can_send_messages: true } })).toEqual(USER_NOT_FOUND)
  }
  expect(await standing(bob)).toEqual(granted(member(bob, 'left')))
  expect(await standing(carol)).toEqual(granted(member(carol, 'kicked')))
  expect(await standing(dave)).toEqual(granted(member(dave, 'left')))
})

it('GAP-114 asks for the right before it looks at the target', async () => {
  const { alice, carol, bot, restrict } = await muting(null)
  for (const user_id of [99, bot.id, alice.id, carol.id]) expect(await restrict({ user_id })).toEqual(NO_RIGHT)
})

it('GAP-114 asks whether the target was seen before it asks who it is', async () => {
  const { s, bot } = await muting()
  const owner = await s.user('Olga')
  const given = { title: 'Quiet', owner: 'olga', members: ['alice', bot.handle] }
  const { id } = await s.act('createGroup', given)
  const rights = { can_restrict_members: true }
  await s.act('promote', { as: 'olga', chat: 'quiet', who: 'alice', rights: { can_promote_members: true } })
  await s.act('promote', { as: 'alice', chat: 'quiet', who: bot.handle, rights })
  const restrict = () => bot.call('restrictChatMember', { chat_id: id, user_id: owner.id, permissions: {} })
  expect(await restrict()).toEqual(USER_NOT_FOUND)
  await s.act('send', { as: 'olga', to: 'quiet', text: 'here I am' })
  expect(await restrict()).toEqual(refused(400, "Bad Request: can't remove chat owner"))
})

it('RST-27 leaves a mute as it is whatever else the bot does', async () => {
  const { s, bob, bot, group, standing } = await muting({ can_restrict_members: true, can_pin_messages: true })
  await bot.ok('restrictChatMember', { chat_id: group.id, user_id: bob.id, permissions: {}, until_date: NOON + 3_600 })
  const { message_id } = await bot.ok('sendMessage', { chat_id: group.id, text: 'calm down' })
  await bot.ok('editMessageText', { chat_id: group.id, message_id, text: 'calm down, please' })
  await bot.ok('pinChatMessage', { chat_id: group.id, message_id })
  await bot.ok('unpinChatMessage', { chat_id: group.id })
  await bot.ok('unbanChatMember', { chat_id: group.id, user_id: bob.id, only_if_banned: true })
  expect(await standing(bob)).toEqual(granted(restricted(bob, NOON + 3_600)))
  await bot.ok('unbanChatMember', { chat_id: group.id, user_id: bob.id })
  await s.act('join', { as: 'bob', chat: 'team' })
  expect(await standing(bob)).toEqual(granted(restricted(bob, NOON + 3_600)))
})

it('RST-27 a promotion only covers a mute: it is there again after the demotion', async () => {
  const { s, bob, restrict, standing, speaks } = await muting()
  await restrict()
  await s.act('promote', { as: 'alice', chat: 'team', who: 'bob' })
  expect((await standing(bob)).body.result.status).toBe('administrator')
  expect(await speaks('bob')).toBe('speaks')
  await s.act('demote', { as: 'alice', chat: 'team', who: 'bob' })
  expect(await standing(bob)).toEqual(granted(restricted(bob)))
  expect(await speaks('bob')).toBe('muted')
  await restrict({ permissions: { can_send_messages: true } })
  expect(await standing(bob)).toEqual(granted(member(bob)))
})

it('RST-28 outlasts leaving, a ban, an unban, a removal and a promotion', async () => {
  const { s, bob, bot, group, restrict, standing, speaks } = await muting()
  await restrict({ until_date: NOON + 3_600 })
  const muted = granted(restricted(bob, NOON + 3_600))
  const byAlice = { as: 'alice', chat: 'team', who: 'bob' }
  const rejoin = () => s.act('join', { as: 'bob', chat: 'team' })
  const ways: [string, () => Promise<unknown>][] = [
    ['leaving', () => s.act('leave', { as: 'bob', chat: 'team' }).then(rejoin)],
    ['a ban', () => s.act('ban', byAlice).then(() => s.act('unban', byAlice))],
    ['being added', () => s.act('add', byAlice)],
    ['a promotion', () => s.act('promote', byAlice).then(() => s.act('demote', byAlice))],
    ['a removal', () => bot.ok('unbanChatMember', { chat_id: group.id, user_id: bob.id }).then(rejoin)],
    ['a ban that the bot lifts', () => s.act('ban', byAlice)],
    ['coming back', () => bot.ok('unbanChatMember', { chat_id: group.id, user_id: bob.id }).then(rejoin)],
  ]
  for (const [how, go] of ways) {
    await go()
    const { status } = (await standing(bob)).body.result
    if (status === 'left' || status === 'kicked') continue
    expect(await standing(bob), how).toEqual(muted)
    expect(await speaks('bob'), how).toBe('muted')
  }
  expect(await standing(bob)).toEqual(muted)
  await s.act('advanceClock', { seconds: 3_600 })
  expect(await standing(bob)).toEqual(granted(member(bob)))
})

it('GAP-109 ends a mute at its date', async () => {
  const { s, bob, restrict, standing, speaks } = await muting()
  await restrict({ until_date: NOON + 60 })
  await s.act('advanceClock', { seconds: 59 })
  expect(await standing(bob)).toEqual(granted(restricted(bob, NOON + 60)))
  expect(await speaks('bob')).toBe('muted')
  await s.act('advanceClock', { seconds: 1 })
  expect(await standing(bob)).toEqual(granted(member(bob)))
  expect(await speaks('bob')).toBe('speaks')
})

it('GAP-109 ends a mute without end never', async () => {
  const { s, bob, restrict, standing } = await muting()
  await restrict()
  await s.act('advanceClock', { seconds: 1_000 * DAY })
  expect(await standing(bob)).toEqual(granted(restricted(bob)))
})

it('GAP-110 replaces the date of a mute', async () => {
  const { bob, restrict, standing } = await muting()
  for (const until_date of [NOON + 60, NOON + 30, NOON + 3_600, 0, NOON + 60]) {
    expect(await restrict({ until_date })).toEqual(DONE)
    expect(await standing(bob)).toEqual(granted(restricted(bob, until_date)))
  }
})

it('GAP-110 lifts nothing where nothing is restricted', async () => {
  const { s, bob, restrict, standing } = await muting()
  const before = await s.view('/chats/team/members')
  expect(await restrict({ permissions: { can_send_messages: true } })).toEqual(DONE)
  expect(await standing(bob)).toEqual(granted(member(bob)))
  expect(await s.view('/chats/team/members')).toEqual(before)
})

it('GAP-111 has a muted person leave, and return muted while the mute lasts', async () => {
  const { s, bob, restrict, standing } = await muting()
  await restrict({ until_date: NOON + 60 })
  await s.act('leave', { as: 'bob', chat: 'team' })
  expect(await standing(bob)).toEqual(granted(member(bob, 'left')))
  await s.act('join', { as: 'bob', chat: 'team' })
  expect(await standing(bob)).toEqual(granted(restricted(bob, NOON + 60)))
  await s.act('leave', { as: 'bob', chat: 'team' })
  await s.act('advanceClock', { seconds: 60 })
  await s.act('join', { as: 'bob', chat: 'team' })
  expect(await standing(bob)).toEqual(granted(member(bob)))
})

it('GAP-116 lets nobody write who is muted, and tells no bot of the attempt', async () => {
  const { bot, restrict, speaks } = await muting()
  expect(await speaks('bob')).toBe('speaks')
  await restrict()
  await bot.drain()
  expect(await speaks('bob')).toBe('muted')
  expect(await speaks('carol')).toBe('speaks')
  expect((await bot.drain()).map((update) => update.message.from.first_name)).toEqual(['Carol'])
})
