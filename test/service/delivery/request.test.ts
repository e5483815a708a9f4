// What a receiver is sent: the request of one delivery, and one after the other.

import { expect, it } from 'vitest'
import { hook, hooked } from '../../helpers/hooked.ts'
import { receiver, status } from '../../helpers/receiver.ts'
import { service } from '../../helpers/service.ts'
import { HOOK } from '../../helpers/webhook-bot.ts'

it('HOOK-42 HOOK-43 HOOK-47 posts each update as JSON, and nothing beside it', async () => {
  const { s, bot, to, say } = await hooked()
  await say('Good day – 😀')
  await to.received(1)
  const [update] = to.got
  const body = JSON.stringify({
    update_id: 1,
    message: {
      message_id: 1,
      from: { id: (await s.view('/users/alice')).id, is_bot: false, first_name: 'Alice' },
      chat: { id: (await s.view('/users/alice')).id, type: 'private', first_name: 'Alice' },
      date: 1_800_014_400,
      text: 'Good day – 😀',
    },
  })
  expect(update).toEqual({
    method: 'POST',
    path: '/hook',
    headers: {
      host: 'bot.example.org',
      connection: 'keep-alive',
      'Content-Type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    },
    body,
    update_id: 1,
    connection: 1,
  })
  expect(await s.view(`/bots/${bot.handle}/updates`)).toEqual([])
})

it('HOOK-46 sends the secret token, in the header that bears the name of the service', async () => {
  const { s, bot, to, say, after } = await hooked(status(200), { secret_token: 'Abc_-9' })
  await say('one')
  await after(1)
  expect(to.got[0]!.headers).toMatchObject({ 'X-Service-Bot-Api-Secret-Token': 'Abc_-9' })
  await s.act('updateService', { name: 'Telegram' })
  await say('two')
  await after(2)
  expect(to.got[1]!.headers).toMatchObject({ 'X-Telegram-Bot-Api-Secret-Token': 'Abc_-9' })
  expect(to.got[1]!.headers).not.toHaveProperty('X-Service-Bot-Api-Secret-Token')
  // A webhook that is set anew without a token has none.
  await bot.ok('setWebhook', { url: HOOK })
  await say('three')
  await after(3)
  expect(Object.keys(to.got[2]!.headers).map((name) => name.toLowerCase())).toEqual([
    'host',
    'connection',
    'content-type',
    'content-length',
  ])
})

it.each([
  ['https://bot.example.org', '/', 'bot.example.org'],
  ['https://bot.example.org/a/b%20c/?x=1&y=%26#part', '/a/b%20c/?x=1&y=%26', 'bot.example.org'],
  ['https://bot.example.org:8443/hook', '/hook', 'bot.example.org:8443'],
  ['https://bot.example.org:443?only=query', '/?only=query', 'bot.example.org'],
  ['https://BOT.example.org/Hook/..//x', '//x', 'bot.example.org'],
])('HOOK-44 posts for %s to the path %s', async (url, path, host) => {
  const { to, say } = await hooked(status(200), { url })
  await say('hello')
  await to.received(1)
  expect(to.got[0]!).toMatchObject({ path, headers: { host } })
})

it('HOOK-42 HOOK-45 HOOK-48 posts in order, one at a time, over one connection', async () => {
  const { to, say, info, after } = await hooked((response) => setTimeout(() => response.end('ok'), 5), {
    max_connections: 100,
  })
  await Promise.all(Array.from({ length: 20 }, (_, i) => say(`${i}`)))
  await after(20)
  expect(to.ids()).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  expect(to.open.most).toBe(1)
  expect(to.connections()).toBe(1)
  expect((await info()).pending_update_count).toBe(0)
})

it('HOOK-39 HOOK-45 posts what waited before the webhook was set, and then what comes', async () => {
  const s = await service()
  await s.user('Alice')
  const bot = await s.bot()
  for (const text of ['1', '2']) await s.act('send', { as: 'alice', to: bot.handle, text })
  const to = await receiver()
  await s.act('updateService', { webhook_routes: { 'bot.example.org': to.origin } })
  await bot.ok('setWebhook', { url: HOOK })
  await s.act('send', { as: 'alice', to: bot.handle, text: '3' })
  await to.received(3)
  expect(to.ids()).toEqual([1, 2, 3])
})

it('HOOK-38 does not post what was dropped', async () => {
  const s = await service()
  await s.user('Alice')
  const bot = await s.bot()
  for (const text of ['1', '2']) await s.act('send', { as: 'alice', to: bot.handle, text })
  const to = await receiver()
  await s.act('updateService', { webhook_routes: { 'bot.example.org': to.origin } })
  await bot.ok('setWebhook', { url: HOOK, drop_pending_updates: true })
  await s.act('send', { as: 'alice', to: bot.handle, text: '3' })
  await to.received(1)
  expect(to.ids()).toEqual([3])
})

it('HOOK-37 EVT-16 posts the types that the list names, and no others', async () => {
  const { s, bot, to, say, after } = await hooked(status(200), { allowed_updates: ['my_chat_member'] })
  await say('not asked for')
  await s.act('block', { as: 'alice', bot: bot.handle })
  await after(1)
  expect(to.got.map(({ body }) => Object.keys(JSON.parse(body))[1])).toEqual(['my_chat_member'])
})

it('HOOK-45 does not let one bot wait for the receiver of another', async () => {
  const { s, to: slow, say } = await hooked(() => {})
  const fast = await receiver()
  const other = await hook(s, fast, { url: 'https://other.example.org/' })
  await say('never answered')
  await slow.received(1)
  for (const text of ['1', '2', '3']) await other.say(text)
  await other.after(3)
  expect(fast.ids()).toEqual([1, 2, 3])
  expect(slow.ids()).toEqual([1])
})

it('HOOK-45 keeps a connection for each bot, also to the same receiver', async () => {
  const { s, to, say, after } = await hooked()
  const other = await hook(s, to, { url: 'https://other.example.org/' })
  for (const n of [1, 2, 3]) {
    await say(`${n}`)
    await other.say(`${n}`)
    await after(n)
    await other.after(n)
  }
  expect(to.connections()).toBe(2)
  const of = (host: string) => to.got.filter(({ headers }) => headers.host === host).map((one) => one.connection)
  expect([of('bot.example.org'), of('other.example.org')]).toEqual([
    [1, 1, 1],
    [2, 2, 2],
  ])
})

it('UPD-26 goes on after a getUpdates that was refused', async () => {
  const { bot, to, say } = await hooked()
  await say('1')
  await to.received(1)
  expect((await bot.call('getUpdates')).status).toBe(409)
  await say('2')
  await to.received(2)
  expect(to.ids()).toEqual([1, 2])
})

it('GAP-15 keeps the updates of a suspended bot until it may act again', async () => {
  const { s, bot, to, say, info, after } = await hooked(status(500))
  await say('1')
  await after(1)
  await s.act('updateBot', { bot: bot.handle, suspended: true })
  to.replyWith(status(200))
  await s.act('advanceClock', { seconds: 60 })
  expect((await s.view(`/bots/${bot.handle}/updates`)).length).toBe(1)
  expect(to.ids()).toEqual([1])
  await s.act('updateBot', { bot: bot.handle, suspended: false })
  await after(2)
  expect(to.ids()).toEqual([1, 1])
  expect((await info()).pending_update_count).toBe(0)
})
