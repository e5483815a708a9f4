// Operations that the service lacks and answers all the same, where whoever runs it has asked for that.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { httpClient } from '../../src/control/client/http-client.ts'
import { answerOf, granted, refused, service } from '../helpers/service.ts'
import { ALL_TRANSPORTS } from '../helpers/stage.ts'

async function lenient(...names: string[]) {
  const s = await service()
  const bot = await s.bot({ handle: 'greeter' })
  await s.act('updateService', { lenient: names })
  return { s, bot, lastCall: async () => (await s.view('/calls')).at(-1) }
}

it('GAP-03 no operation is lenient at first', async () => {
  const s = await service()
  const bot = await s.bot()
  expect((await s.view('/service')).lenient).toEqual([])
  expect(await bot.call('answerCallbackQuery', { callback_query_id: '1' })).toEqual(refused(404, 'Not Found'))
})

it.each(ALL_TRANSPORTS)('GAP-03 a lenient operation answers true and does nothing, in %s', async (via) => {
  const { s, bot, lastCall } = await lenient('answerCallbackQuery', 'sendChatAction')
  const before = await s.view('/cursor')
  expect(await bot.call('answerCallbackQuery', { callback_query_id: '1' }, via)).toEqual(granted(true))
  expect((await s.view('/cursor')).event).toBe(before.event + 1)
  expect(await lastCall()).toEqual({
    id: 1,
    at: expect.any(Number),
    bot: 'greeter',
    method: 'answerCallbackQuery',
    params: { callback_query_id: '1' },
    status: 200,
    ok: true,
    body: { ok: true, result: true },
    lenient: true,
    notes: [
      'answerCallbackQuery is not an operation of this service: because of the setting lenient or stubs, the call succeeded without an effect',
    ],
    duration_ms: expect.any(Number),
  })
})

it('GAP-03 other operations stay unknown', async () => {
  const { bot, lastCall } = await lenient('answerCallbackQuery')
  expect(await bot.call('sendChatAction')).toEqual(refused(404, 'Not Found'))
  expect((await lastCall()).why).toBe(
    '"sendChatAction" exists in Telegram, not in this service; --lenient sendChatAction answers it with true',
  )
})

it.each(['answercallbackquery', 'AnswerCallbackQuery'])(
  'GAP-03 %s is the same to Telegram, and so here',
  async (name) => {
    const { bot, lastCall } = await lenient('answerCallbackQuery')
    expect(await bot.call(name)).toEqual(granted(true))
    expect(await lastCall()).toMatchObject({ method: name, lenient: true })
  },
)

it('GAP-03 AUTH-02 AUTH-05 a token and a bot that is not suspended are needed all the same', async () => {
  const { s, bot, lastCall } = await lenient('logOut')
  expect(await s.call('1:none', 'logOut')).toEqual(refused(401, 'Unauthorized'))
  await s.act('updateBot', { bot: 'greeter', suspended: true })
  expect(await bot.call('logOut')).toEqual(refused(403, 'Forbidden: bot is suspended'))
  expect(await lastCall()).not.toHaveProperty('lenient')
})

it('GAP-03 a lenient operation accepts an unreadable body and files', async () => {
  const { s, bot } = await lenient('sendAnimation')
  const url = `${s.url}/bot${bot.token}/sendAnimation`
  const headers = { 'content-type': 'application/json' }
  expect(await answerOf(await fetch(url, { method: 'POST', headers, body: '{' }))).toEqual(granted(true))
  const form = new FormData()
  form.append('animation', new Blob(['GIF89a']), 'a.gif')
  expect(await answerOf(await fetch(url, { method: 'POST', body: form }))).toEqual(granted(true))
})

it('GAP-03 the list is replaced as a whole, shown, and emptied', async () => {
  const { s, bot } = await lenient('logOut', 'close')
  expect(await s.act('updateService', { lenient: ['close'] })).toMatchObject({ lenient: ['close'] })
  expect(await s.view('/service')).toMatchObject({ lenient: ['close'] })
  expect(await bot.call('logOut')).toEqual(refused(404, 'Not Found'))
  expect(await bot.call('close')).toEqual(granted(true))
  await s.act('updateService', { domain: 'x.example' })
  expect(await bot.call('close')).toEqual(granted(true))
  await s.act('updateService', { lenient: [] })
  expect(await bot.call('close')).toEqual(refused(404, 'Not Found'))
})

it.each([
  ['getMe', 'The service has getMe itself, so getMe cannot be in lenient or stubs'],
  [
    'getChatMembersCount',
    'The service has getChatMembersCount itself, so getChatMembersCount cannot be in lenient or stubs',
  ],
  ['sendmesage', 'Unknown operation "sendmesage". Did you mean sendMessage?'],
  ['answerCallbakQuery', 'Unknown operation "answerCallbakQuery". Did you mean answerCallbackQuery?'],
  ['answercallbackquery', 'Unknown operation "answercallbackquery". Did you mean answerCallbackQuery?'],
  ['', '"" is not the name of an operation'],
  ['a b', '"a b" is not the name of an operation'],
  ['/getFile', '"/getFile" is not the name of an operation'],
])('GAP-03 "%s" cannot be lenient', async (name, message) => {
  const { s } = await lenient()
  const { status, body } = await s.tryAct('updateService', { lenient: ['logOut', name] })
  expect(status).toBe(400)
  expect(body.error).toMatchObject({ code: 'invalid-params', message: `updateService: lenient.1: ${message}` })
  expect((await s.view('/service')).lenient).toEqual([])
})

it.each(ALL_TRANSPORTS)('GAP-03 another spelling of an operation runs it, in %s', async (via) => {
  const { s, bot, lastCall } = await lenient('setWebHook', 'sendphoto')
  await s.act('updateService', { dns: { 'bot.example.org': ['93.184.216.34'] } })
  const url = 'https://bot.example.org/'
  for (const name of ['setWebHook', 'SETWEBHOOK']) {
    expect(await bot.call(name, { url }, via)).toEqual(granted(true))
    expect((await bot.ok('getWebhookInfo')).url).toBe(url)
    expect(await bot.call(name, { url: 'http://x.example/' }, via)).toMatchObject({ status: 400 })
    expect(await lastCall()).toMatchObject({ method: 'setWebhook', rule: 'HOOK-07' })
    await bot.ok('deleteWebhook')
  }
})

it('GAP-03 another spelling of an operation takes files', async () => {
  const { s, bot } = await lenient('SendPhoto')
  await s.user('Alice', { handle: 'alice', id: 201 })
  await s.act('start', { as: 'alice', bot: 'greeter' })
  const body = new FormData()
  body.append('chat_id', '201')
  body.append('photo', new Blob([readFileSync('fixtures/media/transparent.png')]), 'a.png')
  const answer = await answerOf(await fetch(`${s.url}/bot${bot.token}/SendPhoto`, { method: 'POST', body }))
  expect(answer.body.result.photo).toHaveLength(1)
})

it('GAP-02 another spelling of an operation is unknown unless it is lenient', async () => {
  const { s, bot, lastCall } = await lenient('setWebHook')
  expect(await bot.call('deleteWebHook')).toEqual(refused(404, 'Not Found'))
  expect(await lastCall()).toMatchObject({
    method: 'deleteWebHook',
    why: expect.stringContaining('--lenient deleteWebHook'),
  })
  expect((await s.tryAct('updateService', { stubs: { setWebHook: true } })).status).toBe(400)
})

it('GAP-03 a name that resembles no other may be lenient: Telegram goes on growing', async () => {
  const { bot } = await lenient('teleportSomebody')
  expect(await bot.call('teleportSomebody')).toEqual(granted(true))
})

it('GAP-03 what is lenient can be waited for, and is told to listeners', async () => {
  const { s, bot } = await lenient('answerCallbackQuery')
  const client = httpClient(s.url)
  const wanted = { call: 'answerCallbackQuery', within: 0 }
  await expect(client.wait(wanted)).rejects.toMatchObject({
    hint: expect.stringMatching(/^No program is connected as Greeter\. /),
  })
  await bot.ok('answerCallbackQuery', { callback_query_id: '7' })
  expect(await client.wait({ ...wanted, with: { callback_query_id: '7' } })).toMatchObject({ lenient: true })
  for await (const event of client.events({ after: 0, type: 'call' })) {
    expect(event).toMatchObject({ bot: 'greeter', call: { method: 'answerCallbackQuery', lenient: true } })
    break
  }
})
