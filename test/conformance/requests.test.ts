// Requests at the edges: unknown paths and methods, doubled and unreadable parameters, values given as text.

import { describe, expect, it } from 'vitest'
import { answerOf, granted, NOON, refused } from '../helpers/service.ts'
import { ALL_TRANSPORTS, byHand, CAROL, GREETER, sentToAlice, stage, TEAM, WITH_ALICE } from '../helpers/stage.ts'
import { invalid } from './invalid.ts'

const NOT_FOUND = refused(404, 'Not Found')

describe('paths and methods', () => {
  it.each(['getme', 'GetMe', 'GETME', 'getMe2', 'sendmessage', '', 'constructor', '__proto__'])(
    'GAP-02 there is no operation "%s"',
    async (name) => {
      const { ask } = await byHand()
      expect(await ask(`/${name}`)).toEqual(NOT_FOUND)
      expect(await ask(`/${name}`, { method: 'POST' })).toEqual(NOT_FOUND)
    },
  )

  it.each([
    'answerCallbackQuery',
    'deleteMessage',
    'editMessageCaption',
    'editMessageMedia',
    'forwardMessage',
    'copyMessage',
    'banChatMember',
    'kickChatMember',
    'promoteChatMember',
    'leaveChat',
    'getFile',
    'getMyName',
    'getMyCommands',
    'deleteMyCommands',
    'sendAnimation',
    'sendChatAction',
    'unpinAllChatMessages',
    'logOut',
    'close',
  ])('GAP-03 %s is not among the operations', async (name) => {
    const { bot } = await stage()
    const params = { chat_id: TEAM.id, user_id: CAROL.id, message_id: 2, text: 'x', callback_query_id: '1' }
    expect(await bot.call(name, params)).toEqual(NOT_FOUND)
  })

  it.each([
    [
      'getme',
      'GAP-02',
      'the service does not have the operation "getme"; the nearest is getMe (names are case-sensitive); --lenient getme accepts this spelling too',
    ],
    ['sendMesage', 'GAP-02', 'the service does not have the operation "sendMesage"; the nearest is sendMessage'],
    ['getChatMembersCounts', 'GAP-02', /; the nearest is getChatMembersCount$/],
    // Two letters amiss are near, three are not.
    ['sendMsage', 'GAP-02', /; the nearest is sendMessage$/],
    ['sendMsge', 'GAP-02', 'the service does not have the operation "sendMsge"'],
    ['flyToTheMoon', 'GAP-02', 'the service does not have the operation "flyToTheMoon"'],
    ['', 'GAP-02', 'the service does not have the operation ""'],
    ['__proto__', 'GAP-02', 'the service does not have the operation "__proto__"'],
    // One letter from setMyCommands, and from Telegram's own.
    [
      'getMyCommands',
      'GAP-03',
      '"getMyCommands" exists in Telegram, not in this service; --lenient getMyCommands answers it with true',
    ],
    ['getMyComands', 'GAP-02', 'the service does not have the operation "getMyComands"'],
    ['logOut', 'GAP-03', '"logOut" exists in Telegram, not in this service; --lenient logOut answers it with true'],
    [
      'answercallbackquery',
      'GAP-03',
      '"answerCallbackQuery" exists in Telegram, not in this service; --lenient answerCallbackQuery answers it with true',
    ],
    [
      'kickChatMember',
      'GAP-03',
      '"kickChatMember" exists in Telegram, not in this service; --lenient kickChatMember answers it with true',
    ],
  ])('GAP-02 GAP-03 says of "%s" what it is, and which is near', async (name, rule, why) => {
    const { s, bot } = await stage()
    expect(await bot.call(name)).toEqual(NOT_FOUND)
    const [call] = (await s.view('/calls')).slice(-1)
    expect(call).toMatchObject({
      method: name,
      status: 404,
      rule,
      why: typeof why === 'string' ? why : expect.any(String),
    })
    expect(call.why).toMatch(why)
  })

  it('GAP-02 answers a long name', async () => {
    const { bot } = await stage()
    const name = 'x'.repeat(8000)
    expect(await bot.call(name)).toEqual(NOT_FOUND)
  })

  it('GAP-11 what people do has no path among those of bots', async () => {
    const { bot } = await stage()
    const { s } = await stage()
    expect(await bot.call('createUser', { first_name: 'Eve' })).toEqual(NOT_FOUND)
    expect(await answerOf(await fetch(`${s.url}/bot${bot.token}/_emulator/health`))).toEqual(NOT_FOUND)
  })
})

describe('how values are read', () => {
  it('GAP-05 the query wins over the body', async () => {
    const query = '/sendMessage?chat_id=201&text=query'
    const form = new FormData()
    form.append('text', 'body')
    const bodies: RequestInit[] = [
      { headers: { 'content-type': 'application/json' }, body: '{"text":"body"}' },
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'text=body' },
      { body: form },
    ]
    for (const init of bodies) {
      const { ask } = await byHand()
      expect(await ask(query, { method: 'POST', ...init })).toEqual(sentToAlice('query'))
    }
  })

  it('GAP-05 query and body complete each other', async () => {
    const { post } = await byHand()
    expect(await post('/sendMessage?chat_id=201', 'application/json', '{"text":"body"}')).toEqual(sentToAlice('body'))
  })

  it.each(['text/plain', 'application/octet-stream', 'application/xml'])(
    'GAP-06 a body of %s is ignored',
    async (type) => {
      const { post } = await byHand()
      expect(await post('/sendMessage?chat_id=201&text=query', type, '{"reply_markup":7}')).toEqual(
        sentToAlice('query'),
      )
      const empty = refused(400, 'Bad Request: text: message text is empty')
      expect(await post('/sendMessage?chat_id=201', type, '{"text":"body"}')).toEqual(empty)
    },
  )

  const edit = { chat_id: '201', text: 'edited' }
  const KEYS = '{"inline_keyboard":[[{"text":"a","callback_data":"b"}]]}'

  it.each(ALL_TRANSPORTS)('GAP-07 an integer is decimal digits in %s', async (via) => {
    const { bot } = await stage()
    for (const message_id of ['two', '', ' 2', '2.0', '+2', '0x2', '2e0', '٢']) {
      expect(await bot.call('editMessageText', { ...edit, message_id }, via), message_id).toEqual(invalid('message_id'))
    }
    const chat = WITH_ALICE
    const edited = { message_id: 2, from: GREETER, chat, date: NOON, edit_date: NOON, text: 'edited' }
    expect(await bot.call('editMessageText', { ...edit, message_id: '2' }, via)).toEqual(granted(edited))
  })

  it.each(ALL_TRANSPORTS)('GAP-07 an empty text of what is no text counts as left out in %s', async (via) => {
    const { bot } = await stage()
    const nothing = { reply_markup: '', reply_to_message_id: '' }
    expect(await bot.call('sendMessage', { chat_id: '201', text: 'hi', ...nothing }, via)).toEqual(sentToAlice('hi'))
    const all = await bot.ok('getUpdates')
    expect(all.length).toBeGreaterThan(1)
    const given = { offset: '', limit: '', timeout: '', allowed_updates: '' }
    expect(await bot.call('getUpdates', given, via)).toEqual(granted(all))
    const muting = { ...carol, permissions: '{}', until_date: '' }
    expect(await bot.call('restrictChatMember', muting, via)).toEqual(granted(true))
    expect((await bot.ok('getChatMember', carol)).until_date).toBe(0)
    const hook = { url: '', max_connections: '', drop_pending_updates: '' }
    expect(await bot.call('setWebhook', hook, via)).toEqual(granted(true))
    expect(await bot.ok('getUpdates')).toEqual(all)
  })

  it.each(ALL_TRANSPORTS)('GAP-07 the text null counts as left out for a structured parameter in %s', async (via) => {
    const { bot } = await stage()
    const hook = { url: '', allowed_updates: 'null' }
    expect(await bot.call('setWebhook', hook, via)).toEqual(granted(true))
    expect((await bot.call('getUpdates', { allowed_updates: 'null' }, via)).status).toBe(200)
    const text = { chat_id: '201', text: 'null', reply_markup: 'null' }
    expect(await bot.call('sendMessage', text, via)).toEqual(sentToAlice('null'))
    for (const [method, params, type] of [
      ['setMyCommands', { commands: 'null' }, 'array'],
      ['restrictChatMember', { ...carol, permissions: 'null' }, 'object'],
    ] as const) {
      const [field] = Object.keys(params).slice(-1)
      expect(await bot.call(method, params, via)).toEqual(
        refused(400, `Bad Request: ${field}: Invalid input: expected ${type}, received undefined`),
      )
    }
    expect(await bot.call('getUpdates', { offset: 'null' }, via)).toEqual(invalid('offset'))
  })

  it.each(ALL_TRANSPORTS)('GAP-07 UPD-23 the text null leaves the stored allowed_updates in %s', async (via) => {
    const { s, bot } = await stage()
    await bot.ok('getUpdates', { offset: -1, allowed_updates: ['callback_query'] })
    await bot.ok('getUpdates', { allowed_updates: 'null' }, via)
    await s.act('send', { as: 'alice', to: bot.handle, text: 'unseen' })
    expect(JSON.stringify(await bot.ok('getUpdates'))).not.toContain('unseen')
  })

  it.each(ALL_TRANSPORTS)('GAP-07 an empty text counts as left out where no value can be empty, in %s', async (via) => {
    const { bot } = await stage()
    const edited = { ...edit, message_id: '2', inline_message_id: '' }
    expect((await bot.call('editMessageText', edited, via)).status).toBe(200)
    const again = { chat_id: '201', message_id: '2', inline_message_id: '', reply_markup: KEYS }
    expect((await bot.call('editMessageReplyMarkup', again, via)).status).toBe(200)
    const hook = { url: '', certificate: '', ip_address: '' }
    expect(await bot.call('setWebhook', hook, via)).toEqual(granted(true))
    expect(await bot.call('setWebhook', { ...hook, secret_token: '' }, via)).toEqual(
      refused(400, 'Bad Request: secret_token: secret token contains unallowed characters'),
    )
  })

  it('GAP-07 a JSON body may hold JSON texts and an id as strings', async () => {
    const { bot } = await stage()
    const given = {
      chat_id: '201',
      message_id: '2',
      reply_markup: KEYS,
    }
    const { reply_markup } = await bot.ok('editMessageReplyMarkup', given)
    expect(reply_markup).toEqual({ inline_keyboard: [[{ text: 'a', callback_data: 'b' }]] })
  })

  const carol = { chat_id: TEAM.id, user_id: CAROL.id }

  it.each(ALL_TRANSPORTS)('GAP-07 true, yes and 1 in any case are true in %s', async (via) => {
    const { bot } = await stage()
    for (const only_if_banned of ['true', 'TRUE', 'True', 'yes', 'YES', '1', 1, true]) {
      expect(await bot.call('unbanChatMember', { ...carol, only_if_banned }, via)).toEqual(granted(true))
      const { status } = await bot.ok('getChatMember', carol)
      expect(status, `${only_if_banned}`).toBe('member')
    }
  })

  it.each(ALL_TRANSPORTS)(
    'GAP-07 false, no and 0 in any case are false in %s, and an empty text is left out',
    async (via) => {
      const { s, bot } = await stage()
      for (const only_if_banned of ['false', 'FALSE', 'False', 'no', 'NO', '0', 0, '', false]) {
        expect(await bot.call('unbanChatMember', { ...carol, only_if_banned }, via)).toEqual(granted(true))
        const { status } = await bot.ok('getChatMember', carol)
        expect(status, `${only_if_banned}`).toBe('left')
        await s.act('join', { as: 'carol', chat: TEAM.id })
      }
    },
  )

  it.each(ALL_TRANSPORTS)('GAP-07 anything else is no Boolean in %s, and removes nobody', async (via) => {
    const { bot } = await stage()
    const types = via === 'json' ? { 2: 'number', '{}': 'object', '[]': 'array' } : {}
    for (const only_if_banned of ['maybe', 'on', 'y', 'truely', ' true', 2, {}, []]) {
      const type = (types as Record<string, string>)[JSON.stringify(only_if_banned)] ?? 'string'
      expect(await bot.call('unbanChatMember', { ...carol, only_if_banned }, via)).toEqual(
        refused(400, `Bad Request: only_if_banned: Invalid input: expected boolean, received ${type}`),
      )
    }
    expect((await bot.ok('getChatMember', carol)).status).toBe('member')
  })

  it.each([
    ['setWebhook', 'drop_pending_updates', { url: '' }],
    ['deleteWebhook', 'drop_pending_updates', {}],
  ])('GAP-07 of %s too', async (method, name, params) => {
    const { bot } = await stage()
    expect(await bot.call(method, { ...params, [name]: { toString: 1 } })).toEqual(
      refused(400, `Bad Request: ${name}: Invalid input: expected boolean, received object`),
    )
  })

  it.each(ALL_TRANSPORTS)('GAP-08 parameters without a name here are ignored in %s', async (via) => {
    const { bot } = await stage()
    const unknown = {
      parse_mode: 'nonsense',
      entities: 'x',
      disable_notification: 'perhaps',
      protect_content: [],
      foo: {},
    }
    expect(await bot.call('sendMessage', { chat_id: 201, text: '*plain*', ...unknown }, via)).toEqual(
      sentToAlice('*plain*'),
    )
  })
})
