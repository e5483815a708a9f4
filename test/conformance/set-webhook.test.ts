// setWebhook: its parameters beside the url, and in which order all of them are looked at.

import { expect, it } from 'vitest'
import { granted, NOON, refused, type Transport } from '../helpers/service.ts'
import { AS_TEXT } from '../helpers/stage.ts'
import { freshWebhook, HOOK, NO_WEBHOOK, PUBLIC, webhookBot } from '../helpers/webhook-bot.ts'
import { HUGE } from './huge.ts'

const UNSUPPORTED = refused(400, 'Bad Request: certificate and ip_address are not supported')
const BAD_TOKEN = refused(400, 'Bad Request: secret_token: secret token contains unallowed characters')
const badWebhook = (reason: string) => refused(400, `Bad Request: bad webhook: ${reason}`)
const invalid = (reason: string) => refused(400, `Bad Request: ${reason}`)

it.each([1, 7, 40, 100])('HOOK-33 HOOK-34 HOOK-36 takes and shows %d connections', async (max_connections) => {
  const { set, info } = await webhookBot()
  expect(await set(HOOK, { max_connections })).toEqual(granted(true))
  expect(await info()).toEqual(freshWebhook(HOOK, { max_connections }))
})

it.each([
  [0, 'Too small: expected number to be >=1'],
  [-1, 'Too small: expected number to be >=1'],
  [101, 'Too big: expected number to be <=100'],
  [1.5, 'Invalid input: expected int, received number'],
  ['many', 'Invalid input: expected number, received string'],
])('HOOK-33 HOOK-34 refuses %j connections', async (max_connections, reason) => {
  const { set, info } = await webhookBot()
  expect(await set(HOOK, { max_connections })).toEqual(invalid(`max_connections: ${reason}`))
  expect(await set('', { max_connections })).toEqual(invalid(`max_connections: ${reason}`))
  expect(await info()).toEqual(NO_WEBHOOK)
})

const EVERY_CHARACTER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'

it('HOOK-33 HOOK-34 refuses any higher or lower number of connections in the same words', async () => {
  const { set } = await webhookBot()
  const refusal = (reason: string) => invalid(`max_connections: ${reason}`)
  for (const max_connections of HUGE) {
    expect(await set(HOOK, { max_connections })).toEqual(refusal('Too big: expected number to be <=100'))
  }
  expect(await set(HOOK, { max_connections: -1e20 })).toEqual(refusal('Too small: expected number to be >=1'))
})

it.each(['a', '_', '-', '0', EVERY_CHARACTER, 'x'.repeat(256)])(
  'HOOK-28 HOOK-29 HOOK-31 takes the secret token %s, and does not show it',
  async (secret_token) => {
    const { set, info } = await webhookBot()
    expect(await set(HOOK, { secret_token })).toEqual(granted(true))
    expect(await info()).toEqual(freshWebhook(HOOK))
  },
)

it.each([
  '',
  'x'.repeat(257),
  'two words',
  ' x',
  'x ',
  'a.b',
  'a+b',
  'a/b',
  'a=',
  'é',
  'ｘ',
  'x\n',
  'x\r\nHost: a',
  '\0',
  '😀',
])('HOOK-29 HOOK-30 HOOK-32 refuses the secret token %j', async (secret_token) => {
  const { set, info } = await webhookBot()
  expect(await set(HOOK, { secret_token })).toEqual(BAD_TOKEN)
  // Also where it would have no use.
  expect(await set('', { secret_token })).toEqual(BAD_TOKEN)
  expect(await info()).toEqual(NO_WEBHOOK)
})

it('HOOK-37 takes a list of 20 update types and none of 21', async () => {
  const { s, set, info } = await webhookBot()
  const tooBig = invalid('allowed_updates: Too big: expected array to have <=20 items')
  expect(await set(HOOK, { allowed_updates: Array(21).fill('message') })).toEqual(tooBig)
  expect(await set('', { allowed_updates: Array(21).fill('message') })).toEqual(tooBig)
  expect((await s.view('/calls')).at(-1)).toMatchObject({
    rule: 'HOOK-37',
    why: expect.stringMatching(/^allowed_updates/),
  })
  expect(await info()).toEqual(NO_WEBHOOK)
  expect(await set(HOOK, { allowed_updates: Array(20).fill('message') })).toEqual(granted(true))
  expect(await info()).toEqual(freshWebhook(HOOK, { allowed_updates: ['message'] }))
})

it('HOOK-37 EVT-09 shows the known types of a list', async () => {
  const { set, info } = await webhookBot()
  await set(HOOK, { allowed_updates: ['chat_member', 'poll', 'message'] })
  expect(await info()).toEqual(freshWebhook(HOOK, { allowed_updates: ['message', 'chat_member'] }))
})

it.each(AS_TEXT)('HOOK-36 HOOK-37 HOOK-38 reads all parameters from %s', async (via: Transport) => {
  const { s, bot, info } = await webhookBot()
  await s.act('start', { as: 'alice', bot: bot.handle })
  const params = { url: HOOK, secret_token: '007', max_connections: 3, allowed_updates: ['message'] }
  expect(await bot.call('setWebhook', { ...params, drop_pending_updates: 'true' }, via)).toEqual(granted(true))
  expect(await info()).toEqual(freshWebhook(HOOK, { max_connections: 3, allowed_updates: ['message'] }))
})

it.each([
  ['certificate', 'PEM'],
  ['certificate', ' '],
  ['certificate', { file: 'x' }],
  ['ip_address', PUBLIC],
  ['ip_address', ' '],
])('HOOK-26 HOOK-27 refuses %s %j', async (name, value) => {
  const { set, info } = await webhookBot()
  expect(await set(HOOK, { [name]: value })).toEqual(UNSUPPORTED)
  expect(await set('', { [name]: value })).toEqual(UNSUPPORTED)
  expect(await info()).toEqual(NO_WEBHOOK)
})

it.each(['certificate', 'ip_address'])('HOOK-26 HOOK-27 refuses %s in every transport', async (name) => {
  const { bot } = await webhookBot()
  for (const via of AS_TEXT) expect(await bot.call('setWebhook', { url: HOOK, [name]: 'x' }, via)).toEqual(UNSUPPORTED)
})

it.each([
  ['certificate', 'PEM'],
  ['certificate', ''],
  ['ip_address', PUBLIC],
])('HOOK-26 HOOK-27 refuses %s as a file of content "%s"', async (name, content) => {
  const { s, bot, info } = await webhookBot()
  const body = new FormData()
  body.append('url', HOOK)
  body.append(name, new Blob([content], { type: 'application/x-pem-file' }), 'file.pem')
  const response = await fetch(`${s.url}/bot${bot.token}/setWebhook`, { method: 'POST', body })
  expect({ status: response.status, body: await response.json() }).toEqual(UNSUPPORTED)
  expect(await info()).toEqual(NO_WEBHOOK)
})

it.each([
  // gotgbot 2 sends an empty ip_address with every option, such as the secret token that the service asks of it.
  ['gotgbot 2', { ip_address: '', drop_pending_updates: 'false' }, 'json'],
  // The parameters that the PHP library has no value for are empty parts.
  ['PHP TelegramBot/Api', { certificate: '', ip_address: '', max_connections: '40', allowed_updates: '' }, 'multipart'],
] as const)('GAP-161 takes the setWebhook of %s', async (_, more, via) => {
  const { bot, info } = await webhookBot()
  expect(await bot.call('setWebhook', { url: HOOK, secret_token: '007', ...more }, via)).toEqual(granted(true))
  expect(await info()).toEqual(freshWebhook(HOOK))
})

/** From the first to the last that is looked at; each fault leaves those after it possible. */
const FAULTS: [name: string, change: (call: Call) => void, answer: unknown][] = [
  ['certificate', (call) => Object.assign(call.params, { certificate: 'x' }), UNSUPPORTED],
  ['secret_token', (call) => Object.assign(call.params, { secret_token: '!' }), BAD_TOKEN],
  ['malformed', (call) => Object.assign(call, { path: '/a b' }), badWebhook('invalid URL / invalid host')],
  ['scheme', (call) => Object.assign(call, { scheme: 'http' }), badWebhook('HTTPS url must be provided for webhook')],
  [
    'credentials',
    (call) => Object.assign(call, { credentials: 'login:password@' }),
    badWebhook('credentials in URL are not allowed'),
  ],
  [
    'port',
    (call) => Object.assign(call, { port: ':8080' }),
    badWebhook('Webhook can be set up only on ports 80, 88, 443 or 8443'),
  ],
  ['host', (call) => Object.assign(call, { host: 'a.local' }), badWebhook('host is not allowed')],
  [
    'resolution',
    (call) => Object.assign(call, { host: call.host === 'a.local' ? call.host : 'nobody.example.org' }),
    badWebhook('Failed to resolve host'),
  ],
  [
    'address',
    (call) => Object.assign(call, { host: call.host === 'bot.example.org' ? 'private.example.org' : call.host }),
    badWebhook('IP address is not allowed'),
  ],
]

interface Call {
  scheme: string
  credentials: string
  host: string
  port: string
  path: string
  params: Record<string, unknown>
}

const pairs = FAULTS.flatMap((earlier, i) =>
  FAULTS.slice(i).map((later) => [earlier[0], later[0], earlier, later] as const),
)

it.each(pairs)('GAP-91 looks at %s before %s', async (_, __, earlier, later) => {
  const { set, resolvesTo } = await webhookBot()
  await resolvesTo('private.example.org', '10.0.0.1')
  const call: Call = { scheme: 'https', credentials: '', host: 'bot.example.org', port: '', path: '/hook', params: {} }
  for (const [, change] of [earlier, later]) change(call)
  const { scheme, credentials, host, port, path, params } = call
  expect(await set(`${scheme}://${credentials}${host}${port}${path}`, params)).toEqual(earlier[2])
})

it('GAP-89 keeps nothing of a webhook when another is set', async () => {
  const { s, bot, set, info, resolvesTo } = await webhookBot()
  await set(HOOK, { max_connections: 7, allowed_updates: ['message'], secret_token: 'abc' })
  await s.act('start', { as: 'alice', bot: bot.handle })
  const failed = { pending_update_count: 1, last_error_date: NOON, last_error_message: expect.stringMatching(/./) }
  await expect
    .poll(info, { timeout: 15_000 })
    .toEqual(freshWebhook(HOOK, { max_connections: 7, allowed_updates: ['message'], ...failed }))
  await resolvesTo('other.example.org', PUBLIC)
  expect(await set('https://other.example.org/')).toEqual(granted(true))
  await expect.poll(info, { timeout: 15_000 }).toEqual(freshWebhook('https://other.example.org/', failed))
  expect(await set('https://other.example.org/', { drop_pending_updates: true })).toEqual(granted(true))
  expect(await info()).toEqual(freshWebhook('https://other.example.org/'))
})

it('HOOK-03 UPD-24 keeps the webhooks of two bots apart', async () => {
  const { s, bot, set, info } = await webhookBot()
  const other = await s.bot({ first_name: 'Other' })
  await set(HOOK, { max_connections: 7 })
  expect(await other.ok('getWebhookInfo')).toEqual(NO_WEBHOOK)
  expect(await other.call('getUpdates')).toEqual(granted([]))
  expect(await other.ok('setWebhook', { url: `${HOOK}/other` })).toBe(true)
  expect(await info()).toEqual(freshWebhook(HOOK, { max_connections: 7 }))
  expect(await other.ok('deleteWebhook')).toBe(true)
  expect(await info()).toEqual(freshWebhook(HOOK, { max_connections: 7 }))
  expect((await bot.call('getUpdates')).status).toBe(409)
})
