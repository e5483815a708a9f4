// What people and the clock are refused, in plain sentences.

import { expect, it } from 'vitest'
import { NOON } from '../../helpers/service.ts'
import { NEWS, stage, TEAM } from '../../helpers/stage.ts'

it('a group is created with at most 5000 members', async () => {
  const { s } = await stage()
  const create = async (count: number) =>
    (await s.tryAct('createGroup', { title: 'Crowd', owner: 'alice', members: Array(count).fill('nobody') })).body.error
  expect(await create(5000)).toMatchObject({ code: 'not-found' })
  expect(await create(5001)).toMatchObject({ code: 'invalid-params' })
})

const REFUSED: [string, string, object, object][] = [
  [
    'an administrator is muted',
    'mute',
    { as: 'alice', chat: TEAM.id, who: 'bob' },
    {
      code: 'admin-target',
      message: 'Bob is an administrator of Team, and administrators cannot be muted.',
      hint: 'Demote the administrator first.',
    },
  ],
  [
    'a group is to have comments',
    'updateChat',
    { chat: TEAM.id, comments: true },
    {
      code: 'not-a-channel',
      message: 'Team is not a channel.',
      hint: 'Choose a channel: only channels have comments and can be official.',
    },
  ],
  [
    'a group is to be official',
    'updateChat',
    { chat: TEAM.id, official: true, title: 'Else' },
    {
      code: 'not-a-channel',
      message: 'Team is not a channel.',
      hint: 'Choose a channel: only channels have comments and can be official.',
    },
  ],
  [
    'a channel is to be a group',
    'updateChat',
    { chat: NEWS.id, type: 'supergroup' },
    {
      code: 'not-a-group',
      message: 'News is not a group.',
      hint: 'Omit `type`, or choose a group instead of this chat.',
    },
  ],
  [
    'a button is on another message than the one named',
    'press',
    { as: 'alice', chat: NEWS.id, button: 'Thanks', message_id: 1 },
    {
      code: 'no-such-button',
      message: 'No button "Thanks" found in News.',
      hint: 'The message does not have buttons.',
    },
  ],
  [
    'there is no button at a place',
    'press',
    { as: 'alice', chat: 'greeter', button: 'Yes', data: 'yes', row: 2, column: 1 },
    {
      code: 'no-such-button',
      message: 'No button "Yes" with the data "yes" at row 2, column 1 found in the chat with Greeter.',
      hint: 'The buttons are: Yes.',
    },
  ],
  [
    'there is no such button in a private chat',
    'press',
    { as: 'alice', chat: 'greeter', button: 'Thanks' },
    {
      code: 'no-such-button',
      message: 'No button "Thanks" found in the chat with Greeter.',
      hint: 'The buttons are: Yes.',
    },
  ],
  [
    'the clock is put beyond the year 9999',
    'setClock',
    { at: 253_402_300_800 },
    {
      code: 'clock-too-far',
      message: 'The clock cannot be set beyond the year 9999.',
      hint: 'Choose a time of at most 253402300799 Unix seconds.',
    },
  ],
  [
    'the clock jumps beyond the year 9999',
    'advanceClock',
    { seconds: 1e300 },
    {
      code: 'clock-too-far',
      message: 'The clock cannot be set beyond the year 9999.',
      hint: 'Choose a time of at most 253402300799 Unix seconds.',
    },
  ],
]

it.each(REFUSED)('says why where %s', async (_, action, params, error) => {
  const { s } = await stage()
  await s.act('promote', { as: 'alice', chat: TEAM.id, who: 'bob', rights: {} })
  const before = await s.view('/chats')
  expect(await s.tryAct(action, params)).toEqual({ status: 400, body: { ok: false, error } })
  expect(await s.view('/chats')).toEqual(before)
  expect((await s.view('/health')).clock).toEqual({ now: NOON, frozen: true })
})

it('names a private chat as the person knows it', async () => {
  const { s } = await stage()
  const message = 'Message 99 of the chat with Greeter does not exist.'
  expect(await s.tryAct('edit', { as: 'alice', chat: 'greeter', message_id: 99, text: 'hi' })).toEqual({
    status: 404,
    body: { ok: false, error: { code: 'no-such-message', message, hint: 'Pass the id of a message in the chat.' } },
  })
})

it('says the same to the banned and to whoever invites them', async () => {
  const { s } = await stage()
  await s.act('ban', { as: 'alice', chat: TEAM.id, who: 'bob' })
  const hint = 'Unban the person first, as the owner or as an administrator with can_restrict_members.'
  const banned = {
    status: 403,
    body: { ok: false, error: { code: 'banned', message: 'Bob is banned from Team.', hint } },
  }
  expect(await s.tryAct('join', { as: 'bob', chat: TEAM.id })).toEqual(banned)
  expect(await s.tryAct('add', { as: 'alice', chat: TEAM.id, who: 'bob' })).toEqual(banned)
  expect(await s.tryAct('updateChat', { chat: TEAM.id, owner: 'bob' })).toEqual(banned)
})

it('the clock goes to the end of the year 9999, and calls are answered there', async () => {
  const { s, bot } = await stage()
  await s.act('setClock', { at: 253_402_300_799 })
  expect((await bot.call('getMe')).status).toBe(200)
})

it('a chat that is renamed and handed over at once is told of under its new name', async () => {
  const { s, bot } = await stage()
  await bot.drain()
  await s.act('updateChat', { chat: TEAM.id, title: 'Crew', owner: 'carol' })
  const chat = { id: TEAM.id, type: 'group', title: 'Crew', username: 'team_chat' }
  const filter = { allowed_updates: ['message', 'chat_member'] }
  await bot.ok('getUpdates', filter)
  await s.act('updateChat', { chat: TEAM.id, title: 'Club house', owner: 'alice' })
  const [first, second, ...more] = await bot.drain()
  expect(more).toEqual([])
  for (const update of [first, second]) expect(update.chat_member.chat).toEqual({ ...chat, title: 'Club house' })
})
