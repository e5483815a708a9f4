// Fields that client libraries require and the service lacks: absent by default, added by a setting.

import { expect, it } from 'vitest'
import { media } from '../helpers/files.ts'
import { refused } from '../helpers/service.ts'
import { ALICE, ALL_TRANSPORTS, CAROL, stage, TEAM } from '../helpers/stage.ts'

async function withFields(client_fields: boolean) {
  const { s, bot } = await stage()
  await s.act('updateService', { client_fields })
  const send = async (kind: string, method: string, sample: string) =>
    (await bot.ok(method, { chat_id: ALICE.id, [kind]: media(sample) }))[kind]
  const member = (user_id: number) => bot.ok('getChatMember', { chat_id: TEAM.id, user_id })
  return { s, bot, send, member }
}

const FILE = ['file_id', 'file_unique_id', 'file_size', 'mime_type', 'file_name']

it('MEM-01 adds no field by default', async () => {
  const { s, bot, send, member } = await withFields(false)
  expect((await s.view('/service')).client_fields).toBe(false)
  expect(Object.keys(await send('video', 'sendVideo', 'moov-first.mp4'))).toEqual(FILE)
  expect(Object.keys(await member(ALICE.id))).toEqual(['user', 'status'])
  expect(await bot.ok('getChat', { chat_id: TEAM.id })).not.toHaveProperty('accent_color_id')
})

it('adds fields to videos and audio files, and none to documents and photos', async () => {
  const { s, bot, send } = await withFields(true)
  const video = await send('video', 'sendVideo', 'moov-first.mp4')
  expect(video).toMatchObject({ width: 1280, height: 720, duration: 1, mime_type: 'video/mp4' })
  expect(await send('audio', 'sendAudio', 'tagged.mp3')).toMatchObject({ duration: 1, mime_type: 'audio/mpeg' })
  expect(Object.keys(await send('document', 'sendDocument', 'page.pdf'))).toEqual(FILE)
  const messages = await s.view(`/users/alice/chats/${bot.handle}`)
  expect(JSON.stringify(messages), 'as people see it').not.toContain('"duration"')
})

it('adds fields to chat members by their status, and to getChat', async () => {
  const { s, bot, member } = await withFields(true)
  expect(await member(ALICE.id)).toMatchObject({ status: 'creator', is_anonymous: false })
  await s.act('mute', { as: 'alice', chat: TEAM.id, who: 'carol' })
  expect(await member(CAROL.id)).toMatchObject({
    status: 'restricted',
    can_send_messages: false,
    can_send_polls: false,
  })
  await s.act('promote', { as: 'alice', chat: TEAM.id, who: 'carol', rights: { can_pin_messages: true } })
  expect(await member(CAROL.id)).toMatchObject({
    status: 'administrator',
    can_pin_messages: true,
    can_be_edited: false,
  })
  await s.act('ban', { as: 'alice', chat: TEAM.id, who: 'carol' })
  expect(await member(CAROL.id)).toMatchObject({ status: 'kicked', until_date: 0 })
  expect(await bot.ok('getChat', { chat_id: TEAM.id })).toMatchObject({ title: 'Team', accent_color_id: 0 })
})

it('adds fields to the updates about a person who blocks and unblocks a bot', async () => {
  const { s, bot } = await withFields(true)
  await bot.drain()
  await s.act('block', { as: 'alice', bot: bot.handle })
  await s.act('unblock', { as: 'alice', bot: bot.handle })
  const updates = await bot.ok('getUpdates')
  const banned = { user: expect.any(Object), status: 'kicked', until_date: 0 }
  const member = { user: expect.any(Object), status: 'member' }
  expect(
    updates.map(({ my_chat_member: { old_chat_member, new_chat_member } }: Changed) => [
      old_chat_member,
      new_chat_member,
    ]),
  ).toEqual([
    [member, banned],
    [banned, member],
  ])
})

interface Changed {
  my_chat_member: { old_chat_member: object; new_chat_member: object }
}

const READ_LENIENTLY = {
  read_leniently: ['reply_parameters'],
  notes: [
    'reply_parameters is not a parameter of this service: because of the setting client_fields, it was read as reply_to_message_id',
  ],
}

it.each(ALL_TRANSPORTS)('GAP-08 reads reply_parameters, and the traffic says so each time, in %s', async (via) => {
  const { s, bot } = await withFields(true)
  const message = { chat_id: TEAM.id, text: 'hi', reply_parameters: { message_id: 1 } }
  for (let i = 0; i < 2; i++) {
    expect((await bot.ok('sendMessage', message, via)).reply_to_message).toMatchObject({ message_id: 1 })
    const call = (await s.view('/calls')).at(-1)
    expect(call).toMatchObject(READ_LENIENTLY)
    expect(call).not.toHaveProperty('ignored')
    expect(call.params).not.toHaveProperty('reply_to_message_id')
  }
})

it('GAP-08 reads reply_parameters of a file', async () => {
  const { bot } = await withFields(true)
  const file = { chat_id: TEAM.id, document: media('page.pdf'), reply_parameters: '{"message_id":1,"chat_id":-500}' }
  expect((await bot.ok('sendDocument', file)).reply_to_message).toMatchObject({ message_id: 1 })
})

it('GAP-08 refuses a reply_parameters whose message does not exist, and says what was read', async () => {
  const { s, bot } = await withFields(true)
  const message = { chat_id: TEAM.id, text: 'hi', reply_parameters: { message_id: 99 } }
  expect(await bot.call('sendMessage', message)).toEqual(refused(400, 'Bad Request: message to be replied not found'))
  expect((await s.view('/calls')).at(-1)).toMatchObject({ rule: 'SEND-05', ...READ_LENIENTLY })
})

it.each([
  ['of another chat', { message_id: 1, chat_id: ALICE.id }],
  ['without a message', { quote: 'hi' }],
  ['that is not an object', '{'],
  ['beside reply_to_message_id', { message_id: 1 }, { reply_to_message_id: 2 }],
])('GAP-08 ignores reply_parameters %s', async (_, reply_parameters, more: { reply_to_message_id?: number } = {}) => {
  const { s, bot } = await withFields(true)
  const sent = await bot.ok('sendMessage', { chat_id: TEAM.id, text: 'hi', reply_parameters, ...more })
  expect(sent.reply_to_message?.message_id).toBe(more.reply_to_message_id)
  const call = (await s.view('/calls')).at(-1)
  expect(call).toMatchObject({ ignored: ['reply_parameters'] })
  expect(call).not.toHaveProperty('read_leniently')
})

it('GAP-08 ignores reply_parameters by default, and in operations without replies', async () => {
  const { s, bot } = await withFields(false)
  const reply_parameters = { message_id: 1 }
  expect(await bot.ok('sendMessage', { chat_id: TEAM.id, text: 'hi', reply_parameters })).not.toHaveProperty(
    'reply_to_message',
  )
  await s.act('updateService', { client_fields: true })
  await bot.ok('getChat', { chat_id: TEAM.id, reply_parameters })
  expect((await s.view('/calls')).at(-1)).toMatchObject({ ignored: ['reply_parameters'] })
})
