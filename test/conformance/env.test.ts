// The envelope of answers, their statuses, and what holds for every operation.

import { describe, expect, it } from 'vitest'
import { FILE_OPERATIONS, media } from '../helpers/files.ts'
import { granted, NOON, openPoll, refused } from '../helpers/service.ts'
import {
  ALICE,
  ALL_RIGHTS,
  ALL_TRANSPORTS,
  BOB,
  byHand,
  CAROL,
  CLUB,
  KEYBOARD,
  NEWS,
  stage,
  TEAM,
} from '../helpers/stage.ts'
import { wholeState } from '../helpers/whole-state.ts'
import { DOCUMENTED_REFUSALS } from './documented-refusals.ts'
import { EVERY_OPERATION, WITH_CHAT } from './every-operation.ts'
import { invalid } from './invalid.ts'

describe('successes', () => {
  it.each(EVERY_OPERATION)(
    'ENV-01 ENV-02 ENV-03 ENV-04 ENV-05 $name answers with its value',
    async ({ name, params, result }) => {
      const { bot } = await stage()
      expect(await bot.call(name, params)).toEqual(granted(result))
    },
  )
})

describe('failures', () => {
  it.each(DOCUMENTED_REFUSALS)(
    'ENV-01 ENV-06 ENV-07 ENV-12 GAP-01 $method refuses, and changes nothing: $title',
    async ({ arrange, method, params, answer }) => {
      const staged = await stage()
      await arrange?.(staged)
      const before = await wholeState(staged)
      const given = typeof params === 'function' ? params(staged) : params
      expect(await staged.bot.call(method, given)).toEqual(answer)
      expect(await wholeState(staged)).toEqual(before)
    },
  )

  it.each(EVERY_OPERATION.filter(({ wrong }) => wrong))(
    'ENV-10 ENV-11 ENV-12 $name names the parameter that does not fit',
    async ({ name, params, wrong }) => {
      const staged = await stage()
      const before = await wholeState(staged)
      const [field] = Object.keys(wrong!)
      expect(await staged.bot.call(name, { ...params, ...wrong })).toEqual(invalid(field!))
      expect(await wholeState(staged)).toEqual(before)
    },
  )

  it.each(WITH_CHAT.filter(({ wrong }) => wrong && !('chat_id' in wrong)))(
    'GAP-10 $name looks at its parameters before it looks for the chat',
    async ({ name, params, wrong }) => {
      const { bot } = await stage()
      const nowhere = { ...params, chat_id: -999 }
      expect(await bot.call(name, { ...nowhere, ...wrong })).toEqual(invalid(Object.keys(wrong!)[0]!))
      expect(await bot.call(name, nowhere)).toEqual(refused(400, 'Bad Request: chat not found'))
    },
  )

  it('GAP-10 the operation is looked for before the body is read', async () => {
    const { post } = await byHand()
    expect(await post('/nonsense', 'application/json', '{')).toEqual(refused(404, 'Not Found'))
    expect(await post('/getMe', 'application/json', '{')).toEqual(invalid('body'))
  })

  const REFUSED: [string, Record<string, unknown>][] = [
    ['getUpdates', { limit: 101, offset: 1000, allowed_updates: ['callback_query'] }],
    ['getUpdates', { timeout: -1, offset: -1 }],
    ['setWebhook', { url: 'http://bot.example.org/', drop_pending_updates: true }],
    ['setWebhook', { url: '', secret_token: '', drop_pending_updates: true, allowed_updates: ['message'] }],
    ['setWebhook', { url: '', max_connections: 0, drop_pending_updates: true }],
    ['deleteWebhook', { drop_pending_updates: 'perhaps' }],
    ['sendMessage', { chat_id: ALICE.id, text: '', reply_markup: { remove_keyboard: true } }],
    ['sendMessage', { chat_id: ALICE.id, text: 'hi', reply_markup: { keyboard: [['']] } }],
    ['sendMessage', { chat_id: ALICE.id, text: 'hi', reply_to_message_id: 99, reply_markup: { keyboard: [['New']] } }],
  ]

  it.each(ALL_TRANSPORTS)('ENV-16 a refused call in %s leaves poll, queue, filter and keyboard alone', async (via) => {
    const { s, bot } = await stage()
    await bot.ok('sendMessage', { chat_id: ALICE.id, text: 'keys', reply_markup: { keyboard: [['Old']] } })
    await bot.ok('getUpdates', { allowed_updates: ['message', 'chat_member'] })
    const waiting = await bot.ok('getUpdates')
    expect(waiting).not.toEqual([])
    const keys = async () => (await s.view('/users/alice/chats/greeter')).reply_keyboard
    for (const [method, params] of REFUSED) {
      const context = `${method} ${JSON.stringify(params)}`
      expect((await bot.call(method, params, via)).status, context).toBe(400)
      expect(await bot.ok('getUpdates'), context).toEqual(waiting)
      expect((await bot.ok('getWebhookInfo')).allowed_updates, context).toEqual(['message', 'chat_member'])
      expect(await keys(), context).toEqual([[{ text: 'Old' }]])
    }
    await bot.drain()
    const poll = await openPoll(s, bot)
    for (const [method, params] of REFUSED) expect((await bot.call(method, params, via)).status).toBe(400)
    expect(await s.isPolling(bot.id)).toBe(true)
    await s.act('send', { as: 'alice', to: 'greeter', text: 'still there?' })
    expect((await poll.answer).body.result[0].message.text).toBe('still there?')
  })
})

it('GAP-13 the name of the service is a setting', async () => {
  const { s, bot } = await stage()
  await s.act('updateBot', { bot: 'greeter', accepted_terms: false })
  const reserved = refused(400, 'Bad Request: this name is reserved')
  for (const name of ['Service', 'Pigeon']) {
    if (name !== 'Service') await s.act('updateService', { name })
    const terms = refused(403, `Forbidden: the bot's owner must accept ${name}'s terms of use first`)
    expect(await bot.call('sendMessage', { chat_id: NEWS.id, text: 'hello' })).toEqual(terms)
    expect(await bot.call('setMyName', { name: `My ${name}` })).toEqual(reserved)
  }
  expect((await bot.call('setMyName', { name: 'My Service' })).status).toBe(200)
})

it.each(['searchUsers', 'searchUser', 'findUsers', 'getUsers', 'getUser', 'resolveUsername', 'getContacts'])(
  'ENV-13 GAP-02 there is no %s',
  async (method) => {
    const { bot } = await stage()
    expect(await bot.call(method, { query: 'Alice', user_id: ALICE.id })).toEqual(refused(404, 'Not Found'))
  },
)

it.each(['getChatMembers', 'getMembers', 'getChatMemberList', 'getParticipants', 'listChatMembers'])(
  'ENV-14 GAP-02 there is no %s',
  async (method) => {
    const { bot } = await stage()
    expect(await bot.call(method, { chat_id: TEAM.id })).toEqual(refused(404, 'Not Found'))
  },
)

const ENVELOPE = ['ok', 'result', 'error_code', 'description', 'parameters', 'retry_after']
const USER = ['id', 'is_bot', 'first_name', 'last_name', 'username', 'language_code']
const BOT = ['can_join_groups', 'can_read_all_group_messages', 'supports_inline_queries']
const CHAT = ['type', 'title', 'description', 'permissions', 'linked_chat_id']
const PERMISSIONS = ['can_send_messages', 'can_send_media_messages', 'can_pin_messages', 'can_change_info']
const MEMBER = [
  'user',
  'status',
  'is_member',
  'until_date',
  'custom_title',
  'can_invite_users',
  ...Object.keys(ALL_RIGHTS),
]
const MESSAGE = ['message_id', 'from', 'sender_chat', 'chat', 'date', 'edit_date', 'text', 'caption', 'reply_markup']
const FILES = ['photo', 'video', 'audio', 'document', 'file_id', 'file_unique_id', 'file_size', 'width', 'height']
const NAMED = ['mime_type', 'file_name']
const KEYS = ['inline_keyboard', 'callback_data']
const UPDATE = ['update_id', 'message']

it('ENV-15 spells every field as documented, and has no others', async () => {
  const { s, bot } = await stage()
  await s.act('updateChat', { chat: NEWS.id, description: 'All of it' })
  await s.act('promote', { as: 'alice', chat: TEAM.id, who: 'bob', custom_title: 'Deputy' })
  await bot.ok('getUpdates', { offset: 8, allowed_updates: ['message'] })
  const user_id = CAROL.id
  await bot.ok('restrictChatMember', { chat_id: TEAM.id, user_id, permissions: {}, until_date: NOON + 60 })
  const answers = [
    await bot.call('getMe'),
    await bot.call('getUpdates'),
    await bot.call('getChat', { chat_id: TEAM.id }),
    await bot.call('getChat', { chat_id: NEWS.id }),
    await bot.call('getChatAdministrators', { chat_id: TEAM.id }),
    await bot.call('getChatMember', { chat_id: TEAM.id, user_id }),
    await bot.call('sendMessage', { chat_id: NEWS.id, text: 'post' }),
    await bot.call('editMessageText', { chat_id: ALICE.id, message_id: 2, text: 'edited', reply_markup: KEYBOARD }),
    await bot.call('sendMessage', { chat_id: BOB.id, text: 'refused' }),
  ]
  for (const { method, kind, sample } of FILE_OPERATIONS) {
    answers.push(await bot.call(method, { chat_id: ALICE.id, [kind]: media(sample), caption: 'Look' }))
  }
  const documented = [USER, BOT, CHAT, PERMISSIONS, MEMBER, MESSAGE, FILES, NAMED, KEYS, UPDATE, ENVELOPE].flat()
  await s.act('seedDailyChats', { bot: 'greeter', count: 10_000 })
  answers.push(await bot.call('sendMessage', { chat_id: CLUB.id, text: 'limited' }))
  expect([...new Set(answers.flatMap(({ body }) => keysIn(body)))].sort()).toEqual([...new Set(documented)].sort())
})

function keysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(keysIn)
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)])
}
