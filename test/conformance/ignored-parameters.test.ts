// Parameters that the service does not have: without effect, and named once for each bot and operation.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { httpClient } from '../../src/control/client/http-client.ts'
import { world } from '../helpers/service.ts'
import { ALL_TRANSPORTS } from '../helpers/stage.ts'

async function chatting() {
  const { s, bots } = await world({
    people: [{ id: 201, first_name: 'Alice', handle: 'alice' }],
    bots: [{ handle: 'greeter' }, { handle: 'other' }],
    started: [
      ['alice', 'greeter'],
      ['alice', 'other'],
    ],
  })
  const [greeter, other] = bots as [(typeof bots)[0], (typeof bots)[0]]
  const lastCall = async () => (await s.view('/calls')).at(-1)
  const write = { chat_id: 201, text: 'hi' }
  return { s, greeter, other, lastCall, write }
}

const note = (name: string) => `${name} is not a parameter of this service and was ignored`

it.each(ALL_TRANSPORTS)('GAP-08 names what was ignored in the journal, in %s', async (via) => {
  const { greeter, lastCall, write } = await chatting()
  await greeter.ok('sendMessage', { ...write, parse_mode: 'HTML', entities: [{ type: 'bold' }] }, via)
  expect(await lastCall()).toMatchObject({
    status: 200,
    ignored: ['parse_mode', 'entities'],
    notes: [note('parse_mode'), note('entities')],
  })
})

it('GAP-08 names the parameter to pass instead of reply_parameters', async () => {
  const { greeter, lastCall, write } = await chatting()
  await greeter.ok('sendMessage', { ...write, reply_parameters: { message_id: 1 } })
  const instead = 'pass reply_to_message_id instead, or run bot-emulator with --client-fields'
  expect((await lastCall()).notes).toEqual([`${note('reply_parameters')}; ${instead}`])
})

it('GAP-08 names it once for each bot and operation', async () => {
  const { greeter, other, lastCall, write } = await chatting()
  const ignoredOf = async (bot: typeof greeter, method: string, params: object) => {
    await bot.ok(method, { ...params })
    const { ignored, notes } = await lastCall()
    expect(notes).toEqual(ignored?.map(note))
    return ignored
  }
  const html = { ...write, parse_mode: 'HTML' }
  expect(await ignoredOf(greeter, 'sendMessage', html)).toEqual(['parse_mode'])
  expect(await ignoredOf(greeter, 'sendMessage', html)).toBeUndefined()
  expect(await ignoredOf(greeter, 'sendMessage', { ...html, protect_content: true })).toEqual(['protect_content'])
  expect(await ignoredOf(other, 'sendMessage', html)).toEqual(['parse_mode'])
  const edit = { chat_id: 201, message_id: 2, text: 'ho', parse_mode: 'HTML' }
  expect(await ignoredOf(greeter, 'editMessageText', edit)).toEqual(['parse_mode'])
})

it('GAP-07 GAP-08 names no parameter that counts as left out', async () => {
  const { greeter, lastCall, write } = await chatting()
  await greeter.ok('sendMessage', { ...write, parse_mode: '', entities: '' }, 'form')
  expect(await lastCall()).not.toHaveProperty('ignored')
  await greeter.ok('sendMessage', { ...write, parse_mode: null, entities: 'x' })
  expect((await lastCall()).ignored).toEqual(['entities'])
})

it('GAP-08 counts an older name of an operation as the same', async () => {
  const { s, greeter, lastCall } = await chatting()
  const { id } = await s.act('createGroup', { title: 'Team', owner: 'alice', members: ['greeter'] })
  await greeter.ok('getChatMembersCount', { chat_id: id, extra: 1 })
  expect((await lastCall()).ignored).toEqual(['extra'])
  await greeter.ok('getChatMemberCount', { chat_id: id, extra: 1 })
  expect(await lastCall()).not.toHaveProperty('ignored')
})

it('GAP-08 names nothing of a refused call, whose cause is another', async () => {
  const { greeter, lastCall, write } = await chatting()
  await greeter.call('sendMessage', { ...write, chat_id: 4711, parse_mode: 'HTML' })
  expect(await lastCall()).not.toHaveProperty('ignored')
  await greeter.ok('sendMessage', { ...write, parse_mode: 'HTML' })
  expect((await lastCall()).ignored).toEqual(['parse_mode'])
})

it('GAP-08 VER-03 names no parameter that is documented, with or without effect', async () => {
  const { s, greeter, write } = await chatting()
  const group = { title: 'Team', handle: 'team', owner: 'alice', members: ['greeter'] }
  const { id: chat_id } = await s.act('createGroup', group)
  const rights = { can_pin_messages: true, can_restrict_members: true }
  await s.act('promote', { as: 'alice', chat: 'team', who: 'greeter', rights })
  const bob = await s.user('Bob', { handle: 'bob' })
  await s.act('add', { as: 'alice', chat: 'team', who: 'bob' })
  await greeter.drain()
  await greeter.ok('sendMessage', { ...write, reply_to_message_id: 1, reply_markup: { inline_keyboard: [] } })
  await greeter.ok('setMyCommands', { commands: [], scope: { type: 'default' }, language_code: 'en' })
  await greeter.ok('setMyName', { name: 'Greeter', language_code: 'en' })
  await greeter.ok('setMyDescription', { description: 'x', language_code: 'en' })
  await greeter.ok('setMyShortDescription', { short_description: 'x', language_code: 'en' })
  const mute = { chat_id, user_id: bob.id, permissions: {}, use_independent_chat_permissions: true }
  await greeter.ok('restrictChatMember', { ...mute, until_date: 0 })
  await greeter.ok('unpinChatMessage', { chat_id, message_id: 1 })
  await greeter.ok('getUpdates', { offset: 0, limit: 1, timeout: 0, allowed_updates: [] })
  await greeter.ok('deleteWebhook', { drop_pending_updates: true })
  expect((await s.view('/calls')).filter((call: object) => 'ignored' in call)).toEqual([])
})

it('GAP-53 GAP-08 names no part of a request that a file field points to, and names any other', async () => {
  const { s, greeter, lastCall } = await chatting()
  const photo = new Blob([readFileSync('fixtures/media/transparent.png')])
  const send = async (fields: Record<string, string | Blob>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const answer = await fetch(`${s.url}/bot${greeter.token}/sendPhoto`, { method: 'POST', body })
    expect(answer.status).toBe(200)
  }
  await send({ chat_id: '201', photo: 'attach://one', one: photo })
  expect(await lastCall()).not.toHaveProperty('ignored')
  await send({ chat_id: '201', photo: 'attach://one', one: photo, thumbnail: 'attach://two', two: photo, three: photo })
  expect((await lastCall()).ignored).toEqual(['thumbnail', 'three'])
})

it('GAP-08 tells listeners the same, and says it anew in another world', async () => {
  const { s, greeter, write, lastCall } = await chatting()
  await greeter.ok('sendMessage', { ...write, parse_mode: 'HTML' })
  for await (const event of httpClient(s.url).events({ after: 0, type: 'call' })) {
    expect(event).toMatchObject({ call: { ignored: ['parse_mode'], notes: [note('parse_mode')] } })
    break
  }
  await s.act('clearWorld', { keep: ['greeter'] })
  await greeter.ok('getMe', { parse_mode: 'HTML' })
  expect((await lastCall()).ignored).toEqual(['parse_mode'])
})

it('GAP-08 names a thousand and no more, and none of endless length', async () => {
  const { greeter, lastCall } = await chatting()
  const long = 'x'.repeat(65)
  const many = Object.fromEntries(Array.from({ length: 1200 }, (_, i) => [`p${i}`, 1]))
  await greeter.ok('getMe', { [long]: 1, [long.slice(1)]: 1, ...many })
  const { ignored } = await lastCall()
  expect(ignored).toHaveLength(1000)
  expect(ignored[0]).toBe(long.slice(1))
})
