// How a receiver on this machine is reached: by a route, or by lifting the rules.

import { networkInterfaces } from 'node:os'
import { expect, it } from 'vitest'
import { hooked, route, seenOf } from '../../helpers/hooked.ts'
import { receiver, status } from '../../helpers/receiver.ts'
import { granted, refused, service } from '../../helpers/service.ts'
import { freshWebhook, HOOK, NO_WEBHOOK } from '../../helpers/webhook-bot.ts'

const portOf = ({ origin }: { origin: string }) => new URL(origin).port

async function local(given: Record<string, unknown> = {}) {
  const s = await service()
  await s.user('Alice')
  const bot = await s.bot()
  const to = await receiver()
  await s.act('updateService', { allow_local_webhooks: true, ...given })
  const set = (url: string) => bot.call('setWebhook', { url })
  return { s, bot, to, set, ...seenOf(s, bot) }
}

it('GAP-95 lets the host of a route resolve publicly, and no other', async () => {
  const s = await service()
  const bot = await s.bot()
  const set = (url: string) => bot.call('setWebhook', { url })
  const UNRESOLVED = refused(400, 'Bad Request: bad webhook: Failed to resolve host')
  expect(await set(HOOK)).toEqual(UNRESOLVED)
  await route(s, 'bot.example.org', 'http://127.0.0.1:3000')
  expect(await set(HOOK)).toEqual(granted(true))
  expect(await set('https://www.bot.example.org/')).toEqual(UNRESOLVED)
  await s.act('updateService', { webhook_routes: { 'bot.example.org': null } })
  expect(await set(HOOK)).toEqual(UNRESOLVED)
})

it('GAP-95 weakens no other rule by a route', async () => {
  const s = await service()
  const bot = await s.bot()
  for (const host of ['bot.example.org', 'a.local', 'a.service.example', '10.0.0.1']) {
    await route(s, host, 'http://127.0.0.1:3000')
  }
  const set = (url: string) => bot.call('setWebhook', { url })
  const bad = (reason: string) => refused(400, `Bad Request: bad webhook: ${reason}`)
  expect(await set('http://bot.example.org/')).toEqual(bad('HTTPS url must be provided for webhook'))
  expect(await set('https://bot.example.org:3000/')).toEqual(
    bad('Webhook can be set up only on ports 80, 88, 443 or 8443'),
  )
  expect(await set('https://a@bot.example.org/')).toEqual(bad('credentials in URL are not allowed'))
  expect(await set('https://a.local/')).toEqual(bad('host is not allowed'))
  expect(await set('https://a.service.example/')).toEqual(bad('host is not allowed'))
  expect(await set('https://10.0.0.1/')).toEqual(bad('IP address is not allowed'))
  // What a DNS entry says counts for a routed host, too.
  await s.act('updateService', { dns: { 'bot.example.org': ['93.184.215.14', '10.0.0.1'] } })
  expect(await set(HOOK)).toEqual(bad('IP address is not allowed'))
  await s.act('updateService', { dns: { 'bot.example.org': [] } })
  expect(await set(HOOK)).toEqual(bad('Failed to resolve host'))
  await s.act('updateService', { dns: { 'bot.example.org': null } })
  expect(await set(HOOK)).toEqual(granted(true))
})

it.each([
  ['bot.example.org', 'https://BOT.example.org./hook'],
  ['Bot.Example.Org.', HOOK],
  ['bücher.example', 'https://xn--bcher-kva.example:8443/hook'],
  ['xn--bcher-kva.example', 'https://bücher.example/hook'],
  ['93.184.215.14', 'https://93.184.215.14/hook'],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', 'https://[2606:2800:21F:cb07:6820:80da:af6b:8b2c]/hook'],
])('GAP-95 HOOK-44 finds the route of %s for %s', async (host, url) => {
  const s = await service()
  await s.user('Alice')
  const bot = await s.bot()
  const to = await receiver()
  await route(s, host, to.origin)
  expect(await bot.call('setWebhook', { url })).toEqual(granted(true))
  await seenOf(s, bot).say('1')
  await to.received(1)
  expect(to.got[0]).toMatchObject({ path: '/hook', headers: { host: new URL(url).host } })
})

it('GAP-95 reaches a target by name, too', async () => {
  const { s, to, say } = await hooked()
  await route(s, 'bot.example.org', `http://localhost:${portOf(to)}/`)
  await say('1')
  await to.received(1)
})

it('GAP-95 goes where the route leads at that moment', async () => {
  const { s, to: first, say, after } = await hooked()
  await say('1')
  await after(1)
  const second = await receiver()
  await route(s, 'bot.example.org', second.origin)
  await say('2')
  await after(2)
  expect([first.ids(), second.ids()]).toEqual([[1], [2]])
  await s.act('updateService', { webhook_routes: { 'bot.example.org': null } })
  await say('3')
  expect((await after(3))[2]).toMatchObject({
    update_id: 3,
    status: null,
    error: expect.stringMatching(/^No route leads to bot\.example\.org: /),
  })
})

it.each([
  [{ dns: { 'bot.example.org': ['localhost'] } }, 'dns.bot.example.org.0: Invalid input: expected an IP address'],
  [{ dns: { 'bot.example.org': ['127.1'] } }, 'dns.bot.example.org.0: Invalid input: expected an IP address'],
  [{ own_addresses: ['here'] }, 'own_addresses.0: Invalid input: expected an IP address'],
  [{ trusted_roots: ['PEM'] }, 'trusted_roots.0: Invalid input: expected a certificate in PEM'],
  ...[
    'http://192.168.0.7:3000',
    'ftp://127.0.0.1',
    '127.0.0.1:3000',
    'http://127.0.0.1:3000/hook',
    'http://a@127.0.0.1',
    '',
  ].map((target): [object, string] => [
    { webhook_routes: { 'bot.example.org': target } },
    'webhook_routes.bot.example.org: Invalid input: expected a target on this machine, such as http://127.0.0.1:3000',
  ]),
])('refuses the setting %j', async (setting, reason) => {
  const s = await service()
  const { status: code, body } = await s.tryAct('updateService', setting)
  expect({ code, error: body.error }).toMatchObject({ code: 400, error: { message: expect.stringContaining(reason) } })
})

it.each(['http://localhost', 'http://127.0.0.1', 'http://127.0.0.1:1', 'http://127.9.9.9:3000/', 'https://[::1]:3000'])(
  'takes %s for the target of a route',
  async (target) => {
    const s = await service()
    expect(await route(s, 'bot.example.org', target)).toMatchObject({ webhook_routes: { 'bot.example.org': target } })
  },
)

it('GAP-95 takes http, any port and local addresses when the rules are lifted, and delivers there', async () => {
  const { to, set, say, after, info } = await local()
  for (const host of ['127.0.0.1', 'localhost', '2130706433']) {
    const url = `http://${host}:${portOf(to)}/hook?a=1`
    expect(await set(url)).toEqual(granted(true))
    expect(await info()).toMatchObject({ url })
    await say(host)
    await after(to.got.length + 1)
  }
  expect(to.got.map(({ path, headers }) => [path, headers.host])).toEqual([
    ['/hook?a=1', `127.0.0.1:${portOf(to)}`],
    ['/hook?a=1', `localhost:${portOf(to)}`],
    ['/hook?a=1', `127.0.0.1:${portOf(to)}`],
  ])
})

it.each([
  ['ftp://127.0.0.1/', 'HTTPS url must be provided for webhook'],
  ['http://a:b@127.0.0.1:3000/', 'credentials in URL are not allowed'],
  ['http://a.service.example:3000/', 'host is not allowed'],
  ['http://', 'invalid URL / invalid host'],
  ['http://nobody.example.org:3000/', 'Failed to resolve host'],
])('GAP-95 refuses %s even then', async (url, reason) => {
  const { set, info } = await local({ dns: { 'nobody.example.org': [] } })
  expect(await set(url)).toEqual(refused(400, `Bad Request: bad webhook: ${reason}`))
  expect(await info()).toEqual(NO_WEBHOOK)
})

it('HOOK-13 resolves the host once, and connects to that address', async () => {
  const { s, to, set, say, after, info } = await local({ dns: { 'bot.example.org': ['127.0.0.1', '::1'] } })
  const url = `http://bot.example.org:${portOf(to)}/hook`
  expect(await set(url)).toEqual(granted(true))
  await s.act('updateService', { dns: { 'bot.example.org': ['::1'] } })
  await say('1')
  expect(await after(1)).toMatchObject([{ status: 200, error: null }])
  expect(to.got[0]!.headers.host).toBe(`bot.example.org:${portOf(to)}`)
  // Set anew, it is resolved anew; nobody listens there.
  expect(await set(url)).toEqual(granted(true))
  await say('2')
  expect((await after(2))[1]).toMatchObject({ status: null, error: expect.stringMatching(/refused|EADDRNOTAVAIL/) })
  expect(to.ids()).toEqual([1])
  expect(await info()).toMatchObject({ url, pending_update_count: 1 })
})

it('GAP-95 delivers nowhere once the rules hold again', async () => {
  const { s, to, set, say, after, info } = await local()
  const url = `http://127.0.0.1:${portOf(to)}/hook`
  await set(url)
  await s.act('updateService', { allow_local_webhooks: false })
  await say('1')
  expect(await after(1)).toMatchObject([{ error: expect.stringMatching(/^No route leads to 127\.0\.0\.1:/) }])
  await s.act('updateService', { allow_local_webhooks: true })
  await s.act('advanceClock', { seconds: 1 })
  await after(2)
  expect(to.ids()).toEqual([1])
  expect(await info()).toEqual(
    freshWebhook(url, { last_error_date: expect.any(Number), last_error_message: expect.any(String) }),
  )
})

it('GAP-95 prefers a route also when the rules are lifted', async () => {
  const { s, to, set, say } = await local()
  await route(s, 'bot.example.org', to.origin)
  expect(await set('http://bot.example.org:9/hook')).toEqual(granted(true))
  to.replyWith(status(200))
  await say('1')
  await to.received(1)
  expect(to.got[0]!.headers.host).toBe('bot.example.org:9')
})

it.each([
  ['169.254.169.254', 'IP address is not allowed'],
  ['10.0.0.1', 'IP address is not allowed'],
  ['[fd00::1]', 'IP address is not allowed'],
  ['8.8.8.8:3000', 'Webhook can be set up only on ports 80, 88, 443 or 8443'],
])('GAP-95 lifts no rule for %s, which is not this machine', async (host, reason) => {
  const { set } = await local()
  expect(await set(`https://${host}/`)).toEqual(refused(400, `Bad Request: bad webhook: ${reason}`))
  expect(await set(`http://${host}/`)).toEqual(
    refused(400, 'Bad Request: bad webhook: HTTPS url must be provided for webhook'),
  )
})

it('GAP-95 connects to no public address, and to no name that has one', async () => {
  const { s, set, say, after } = await local({
    dns: { 'bot.example.org': ['93.184.215.14'], 'two.example': ['127.0.0.1', '10.0.0.1'] },
  })
  expect(await set('https://two.example/')).toEqual(refused(400, 'Bad Request: bad webhook: IP address is not allowed'))
  expect(await set(HOOK)).toEqual(granted(true))
  await say('1')
  expect(await after(1)).toMatchObject([
    { status: null, error: expect.stringMatching(/^No route leads to bot\.example\.org:/) },
  ])
  expect(await s.view('/service')).toMatchObject({ allow_local_webhooks: true })
})

it('GAP-95 takes the addresses by which others reach this machine', async () => {
  const { set } = await local()
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  for (const { address, family } of own) {
    expect(await set(`http://${family === 'IPv6' ? `[${address}]` : address}:3000/`)).toEqual(granted(true))
  }
})
