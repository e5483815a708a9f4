// unbanChatMember: lifting a ban, and removing a member who may come back.

import { expect, it } from 'vitest'
import { granted, NOON, refused } from '../helpers/service.ts'
import { news, team } from '../helpers/team.ts'
import { HUGE } from './huge.ts'
import { administrator, chatOf, creator, member, userOf } from './wire.ts'

const DONE = granted(true)
const NO_RIGHT = refused(400, 'Bad Request: not enough rights to restrict/unrestrict chat member')
const USER_NOT_FOUND = refused(400, 'Bad Request: user not found')

/** A team whose bot unbans Bob unless told otherwise. */
async function unbanning(rights: object | null = { can_restrict_members: true }, given = {}) {
  const scene = await team(rights, given)
  const { s, bot, bob, group } = scene
  const unban = (params: object = {}) => bot.call('unbanChatMember', { chat_id: group.id, user_id: bob.id, ...params })
  const ban = (who: string) => s.act('ban', { as: 'alice', chat: 'team', who })
  const count = () => bot.ok('getChatMemberCount', { chat_id: group.id })
  return { ...scene, unban, ban, count }
}

it('UNB-01 UNB-07 UNB-08 lifts a ban and brings nobody back', async () => {
  const { s, bob, unban, ban, count, standing } = await unbanning()
  await ban('bob')
  expect(await count()).toBe(3)
  expect(await unban()).toEqual(DONE)
  expect(await standing(bob)).toEqual(granted(member(bob, 'left')))
  expect(await count()).toBe(3)
  const handles = (await s.view('/chats/team/members')).map(({ handle }: { handle: string }) => handle)
  expect(handles).not.toContain('bob')
})

it('UNB-09 opens the link again', async () => {
  const { s, bob, unban, ban, count, standing } = await unbanning()
  await ban('bob')
  expect((await s.tryAct('join', { as: 'bob', chat: 'team' })).body.error.code).toBe('banned')
  await unban()
  await s.act('join', { as: 'bob', chat: 'team' })
  expect(await standing(bob)).toEqual(granted(member(bob)))
  expect(await count()).toBe(4)
})

it('UNB-10 opens the door to invitations again', async () => {
  const { s, bob, unban, ban, standing } = await unbanning()
  await ban('bob')
  const invite = { as: 'carol', chat: 'team', who: 'bob' }
  expect((await s.tryAct('add', invite)).body.error.code).toBe('banned')
  await unban()
  await s.act('add', invite)
  expect(await standing(bob)).toEqual(granted(member(bob)))
})

it('UNB-11 UNB-12 UNB-13 removes a member, who may come back', async () => {
  const { s, bob, unban, count, standing } = await unbanning()
  expect(await unban({ only_if_banned: false })).toEqual(DONE)
  expect(await standing(bob)).toEqual(granted(member(bob, 'left')))
  expect(await count()).toBe(3)
  await s.act('join', { as: 'bob', chat: 'team' })
  expect(await standing(bob)).toEqual(granted(member(bob)))
  expect(await unban()).toEqual(DONE)
  expect(await count()).toBe(3)
})

it('UNB-11 GAP-97 tells all bots of the removal, the one that did it as well', async () => {
  const { s, bob, bot, group, unban } = await unbanning()
  const other = await s.bot()
  await s.act('promote', { as: 'alice', chat: 'team', who: other.handle })
  await other.ok('getUpdates', { allowed_updates: ['message', 'chat_member'] })
  await other.drain()
  await bot.ok('getUpdates', { allowed_updates: ['message', 'chat_member'] })
  await bot.drain()
  await unban()
  const base = { chat: chatOf(group), from: userOf(bot), date: NOON }
  const [change, left, ...more] = await other.drain()
  expect(more).toEqual([])
  expect(change.chat_member).toEqual({ ...base, old_chat_member: member(bob), new_chat_member: member(bob, 'left') })
  expect(left.message).toEqual({ ...base, message_id: expect.any(Number), left_chat_member: userOf(bob) })
  const own = await bot.drain()
  expect(own.map(({ update_id, ...update }) => update)).toEqual([
    { chat_member: change.chat_member },
    { message: left.message },
  ])
})

it('UNB-13 UNB-14 leaves a member alone with only_if_banned', async () => {
  const { bob, unban, count, standing } = await unbanning()
  for (const only_if_banned of [true, 'true', 1]) {
    expect(await unban({ only_if_banned })).toEqual(DONE)
    expect(await standing(bob)).toEqual(granted(member(bob)))
    expect(await count()).toBe(4)
  }
})

it('UNB-15 lifts a ban with only_if_banned too', async () => {
  const { bob, unban, ban, standing } = await unbanning()
  await ban('bob')
  expect(await unban({ only_if_banned: true })).toEqual(DONE)
  expect(await standing(bob)).toEqual(granted(member(bob, 'left')))
})

it('UNB-02 UNB-05 refuses a call without chat_id or user_id', async () => {
  const { bob, unban, standing } = await unbanning()
  const missing = (name: string, type: string) =>
    refused(400, `Bad Request: ${name}: Invalid input: expected ${type}, received undefined`)
  expect(await unban({ chat_id: undefined })).toEqual(missing('chat_id', 'string'))
  expect(await unban({ user_id: undefined })).toEqual(missing('user_id', 'number'))
  expect(await unban({ user_id: 'bob' })).toEqual(
    refused(400, 'Bad Request: user_id: Invalid input: expected number, received string'),
  )
  expect(await standing(bob)).toEqual(granted(member(bob)))
})

it('UNB-02 takes a public group by its name', async () => {
  const { bob, unban, standing } = await unbanning({ can_restrict_members: true }, { username: 'the_team' })
  expect(await unban({ chat_id: '@the_team' })).toEqual(DONE)
  expect(await standing(bob)).toEqual(granted(member(bob, 'left')))
})

it('UNB-03 takes no private chat', async () => {
  const { s, bob, bot, unban } = await unbanning()
  await s.act('start', { as: 'bob', bot: bot.handle })
  expect(await unban({ chat_id: bob.id })).toEqual(refused(400, 'Bad Request: chat not found'))
})

it('UNB-04 GAP-115 takes neither a channel nor its comments', async () => {
  const { s, bob, bot, channel } = await news({ can_restrict_members: true }, { comments: true })
  await s.act('start', { as: 'bob', bot: bot.handle })
  await s.act('ban', { as: 'alice', chat: 'news', who: 'bob' })
  const unban = (chat_id: number) => bot.call('unbanChatMember', { chat_id, user_id: bob.id })
  expect(await unban(channel.id)).toEqual(refused(400, 'Bad Request: method is not available for channel chats'))
  expect(await unban(channel.linked_chat_id)).toEqual(
    refused(400, 'Bad Request: method is not available for this chat'),
  )
  expect((await s.tryAct('join', { as: 'bob', chat: 'news' })).body.error.code).toBe('banned')
})

it.each([false, true])('UNB-06 knows nobody whom the bot has not seen, only_if_banned %s', async (only_if_banned) => {
  const { s, unban } = await unbanning()
  const stranger = await s.user('Stranger')
  for (const user_id of [99, stranger.id, ...HUGE]) {
    expect(await unban({ user_id, only_if_banned })).toEqual(USER_NOT_FOUND)
  }
})

it.each([
  ['UNB-16', 'an ordinary member', null],
  ['UNB-17', 'an administrator without the right', { can_promote_members: true, can_delete_messages: true }],
])('%s refuses %s', async (_, _who, rights) => {
  const { bob, carol, unban, ban, standing } = await unbanning(rights)
  await ban('bob')
  for (const only_if_banned of [false, true]) {
    expect(await unban({ only_if_banned })).toEqual(NO_RIGHT)
    expect(await unban({ user_id: carol.id, only_if_banned })).toEqual(NO_RIGHT)
    expect(await unban({ user_id: 99, only_if_banned })).toEqual(NO_RIGHT)
  }
  expect(await standing(bob)).toEqual(granted(member(bob, 'kicked')))
  expect(await standing(carol)).toEqual(granted(member(carol)))
})

it('UNB-18 UNB-19 UNB-20 spares the owner, administrators and itself', async () => {
  const { s, alice, carol, bot, unban, count, standing } = await unbanning()
  await s.act('promote', { as: 'alice', chat: 'team', who: 'carol' })
  expect(await unban({ user_id: alice.id })).toEqual(refused(400, "Bad Request: can't remove chat owner"))
  expect(await unban({ user_id: carol.id })).toEqual(refused(400, 'Bad Request: user is an administrator of the chat'))
  expect(await unban({ user_id: bot.id })).toEqual(refused(400, "Bad Request: can't restrict self"))
  expect(await standing(carol)).toEqual(granted(administrator(carol)))
  expect(await count()).toBe(4)
})

it('GAP-117 has no effect on owner, administrators and itself with only_if_banned', async () => {
  const { s, alice, carol, bot, unban, standing, count } = await unbanning()
  await s.act('promote', { as: 'alice', chat: 'team', who: 'carol' })
  const itself = await standing(bot)
  for (const { id } of [alice, carol, bot]) {
    expect(await unban({ user_id: id, only_if_banned: true })).toEqual(DONE)
  }
  expect(await standing(alice)).toEqual(granted(creator(alice)))
  expect(await standing(carol)).toEqual(granted(administrator(carol)))
  expect(await standing(bot)).toEqual(itself)
  expect(await count()).toBe(4)
})

it('GAP-118 treats a muted member as a member', async () => {
  const { s, bob, unban, standing } = await unbanning()
  await s.act('mute', { as: 'alice', chat: 'team', who: 'bob' })
  const muted = await standing(bob)
  expect(muted.body.result.status).toBe('restricted')
  expect(await unban({ only_if_banned: true })).toEqual(DONE)
  expect(await standing(bob)).toEqual(muted)
  expect(await unban()).toEqual(DONE)
  expect(await standing(bob)).toEqual(granted(member(bob, 'left')))
})

it.each([false, true])('GAP-119 has no effect on whom it finds outside, only_if_banned %s', async (only_if_banned) => {
  const { s, bob, bot, unban, count, standing } = await unbanning()
  const dave = await s.user('Dave')
  await s.act('start', { as: 'dave', bot: bot.handle })
  await s.act('leave', { as: 'bob', chat: 'team' })
  await bot.ok('getUpdates', { allowed_updates: ['chat_member', 'message'] })
  await bot.drain()
  for (const person of [bob, dave]) {
    expect(await unban({ user_id: person.id, only_if_banned })).toEqual(DONE)
    expect(await standing(person)).toEqual(granted(member(person, 'left')))
  }
  expect(await count()).toBe(3)
  expect(await bot.drain()).toEqual([])
})

it('GAP-114 asks for the right, then for the acquaintance, then who it is', async () => {
  const { s, bot } = await unbanning()
  const owner = await s.user('Olga')
  const { id } = await s.act('createGroup', { title: 'Quiet', owner: 'olga', members: ['alice', bot.handle] })
  const unban = (user_id: number) => bot.call('unbanChatMember', { chat_id: id, user_id })
  expect(await unban(owner.id)).toEqual(NO_RIGHT)
  expect(await unban(bot.id)).toEqual(NO_RIGHT)
  const rights = { can_promote_members: true }
  await s.act('promote', { as: 'olga', chat: 'quiet', who: 'alice', rights })
  await s.act('promote', { as: 'alice', chat: 'quiet', who: bot.handle, rights: { can_restrict_members: true } })
  expect(await unban(owner.id)).toEqual(USER_NOT_FOUND)
  await s.act('send', { as: 'olga', to: 'quiet', text: 'here I am' })
  expect(await unban(owner.id)).toEqual(refused(400, "Bad Request: can't remove chat owner"))
})
