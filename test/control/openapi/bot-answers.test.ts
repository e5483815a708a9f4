// What the document says of the answers to bots is so: of every operation, and of what has many forms.

import { describe, expect, it } from 'vitest'
import { EVERY_OPERATION } from '../../conformance/every-operation.ts'
import { hooked } from '../../helpers/hooked.ts'
import { status } from '../../helpers/receiver.ts'
import { ALICE, BOB, CAROL, CLUB, GREETER, NEWS, stage, TEAM } from '../../helpers/stage.ts'
import { document, granted, mistakes } from './held-against.ts'

const schemaOf = (operation: string, by: 'get' | 'post' = 'post') =>
  granted(document.paths[`/bot{token}/${operation}`][by])

const wrongWith = (operation: string, body: unknown) => mistakes(schemaOf(operation), body)

describe.each(EVERY_OPERATION)('$name', ({ name, params, result }) => {
  it('answers as the document says, by GET and POST', async () => {
    const { bot } = await stage()
    const { body } = await bot.call(name, params)
    expect(body.ok).toBe(true)
    expect(wrongWith(name, body)).toEqual([])
    expect(schemaOf(name, 'get')).toEqual(schemaOf(name))
  })

  it('is described so that another answer would be noticed', () => {
    for (const other of [null, 'text', { ok: true }, ...(result === true ? [false, 1] : [true])]) {
      expect(wrongWith(name, { ok: true, result: other })).not.toEqual([])
    }
    const [one] = [result].flat()
    if (typeof one !== 'object') return
    const stray = { ...one, stray: 1 }
    expect(wrongWith(name, { ok: true, result: Array.isArray(result) ? [stray] : stray })).not.toEqual([])
  })
})

it('has the older name of an operation with the same answer', () => {
  expect(schemaOf('getChatMembersCount')).toEqual(schemaOf('getChatMemberCount'))
})

it('knows all forms of messages, chats, members and updates', async () => {
  const { s, bot, comments } = await stage()
  const wrong: Record<string, string[]> = {}
  async function call(name: string, params: object = {}) {
    const { body } = await bot.call(name, { ...params })
    if (!body.ok) throw new Error(`${name}: ${JSON.stringify(body)}`)
    const found = wrongWith(name, body)
    if (found.length) wrong[`${name} ${JSON.stringify(params)}`] = found
    return body.result
  }
  await bot.drain()
  const allowed_updates = [
    'message',
    'edited_message',
    'channel_post',
    'edited_channel_post',
    'callback_query',
    'my_chat_member',
    'chat_member',
  ]
  await call('getUpdates', { allowed_updates })
  await call('sendMessage', { chat_id: NEWS.id, text: 'a post' })
  await call('sendMessage', { chat_id: TEAM.id, text: 'an answer', reply_to_message_id: 1 })
  await call('sendMessage', { chat_id: ALICE.id, text: 'keys', reply_markup: { keyboard: [['Yes']] } })
  for (const chat_id of [ALICE.id, TEAM.id, CLUB.id, NEWS.id, comments]) await call('getChat', { chat_id })
  for (const chat_id of [TEAM.id, NEWS.id]) await call('getChatAdministrators', { chat_id })
  for (const user_id of [ALICE.id, BOB.id, CAROL.id, GREETER.id])
    await call('getChatMember', { chat_id: TEAM.id, user_id })
  await call('restrictChatMember', { chat_id: TEAM.id, user_id: CAROL.id, permissions: {} })
  await call('getChatMember', { chat_id: TEAM.id, user_id: CAROL.id })
  await s.act('ban', { as: 'alice', chat: TEAM.id, who: 'carol' })
  await call('getChatMember', { chat_id: TEAM.id, user_id: CAROL.id })
  await s.act('press', { as: 'alice', chat: 'greeter', button: 'Yes' })
  await s.act('edit', { as: 'alice', chat: 'greeter', message_id: 1, text: '/start again' })
  await s.act('edit', { as: 'alice', chat: NEWS.id, message_id: 1, text: 'corrected' })
  await s.act('send', { as: 'alice', to: NEWS.id, text: 'more news' })
  await s.act('send', { as: 'alice', to: TEAM.id, text: '/help', reply_to: 1 })
  await s.act('add', { as: 'alice', chat: TEAM.id, who: 'dave' })
  await s.act('leave', { as: 'dave', chat: TEAM.id })
  await s.act('block', { as: 'alice', bot: 'greeter' })
  const file = { name: 'a.txt', base64: Buffer.from('hello').toString('base64') }
  await s.act('sendFile', { as: 'carol', to: 'greeter', kind: 'document', file, caption: 'look' })
  const updates: object[] = await call('getUpdates')
  expect(wrong).toEqual({})
  const types = new Set(updates.flatMap((update) => Object.keys(update)))
  expect([...types].sort()).toEqual(['update_id', ...allowed_updates].sort())
})

it('knows a webhook that has failed', async () => {
  const { bot, say, after } = await hooked(status(500), { allowed_updates: ['message'] })
  await say('1')
  await after(1)
  const { body } = await bot.call('getWebhookInfo')
  expect(body.result).toHaveProperty('last_error_message')
  expect(wrongWith('getWebhookInfo', body)).toEqual([])
})
