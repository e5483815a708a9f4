// Which urls setWebhook takes, and the text for each that it does not.

import { expect, it } from 'vitest'
import { granted, refused } from '../helpers/service.ts'
import { freshWebhook, NO_WEBHOOK, PUBLIC, PUBLIC_6, webhookBot } from '../helpers/webhook-bot.ts'

const bad = (reason: string) => refused(400, `Bad Request: bad webhook: ${reason}`)

const NOT_HTTPS = bad('HTTPS url must be provided for webhook')
const WRONG_PORT = bad('Webhook can be set up only on ports 80, 88, 443 or 8443')
const WRONG_ADDRESS = bad('IP address is not allowed')
const WRONG_HOST = bad('host is not allowed')
const UNRESOLVED = bad('Failed to resolve host')
const MALFORMED = bad('invalid URL / invalid host')
const CREDENTIALS = bad('credentials in URL are not allowed')

/** Refused, and nothing changed. */
async function refuses(url: string, answer: unknown, host?: string, addresses: string[] = [PUBLIC]) {
  const { set, info, resolvesTo } = await webhookBot()
  if (host !== undefined) await resolvesTo(host, ...addresses)
  expect(await set(url)).toEqual(answer)
  expect(await info()).toEqual(NO_WEBHOOK)
}

async function takes(url: string, host?: string, addresses: string[] = [PUBLIC]) {
  const { set, info, resolvesTo } = await webhookBot()
  if (host !== undefined) await resolvesTo(host, ...addresses)
  expect(await set(url)).toEqual(granted(true))
  expect(await info()).toEqual(freshWebhook(url))
}

it.each([
  'https://bot.example.org',
  'https://bot.example.org/',
  'https://bot.example.org/hook/7?a=1&b=%20#part',
  'HTTPS://Bot.Example.ORG/Path',
])('HOOK-06 HOOK-13 takes %s, and shows it as it was given', (url) => takes(url))

it.each([
  'http://bot.example.org/',
  'http://bot.example.org:443/',
  'ftp://bot.example.org/',
  'wss://bot.example.org/',
  'mailto:alice@example.org',
  'bot.example.org:443',
  'javascript:alert(1)',
])('HOOK-07 refuses %s, which is not https', (url) => refuses(url, NOT_HTTPS))

it.each(['', ':443', ':80', ':88', ':8443', ':0443', ':'])('HOOK-08 HOOK-09 HOOK-10 HOOK-11 takes port "%s"', (port) =>
  takes(`https://bot.example.org${port}/hook`),
)

it.each([0, 1, 79, 81, 87, 89, 442, 444, 3000, 8080, 8442, 8444, 65_535])('HOOK-12 refuses port %d', (port) =>
  refuses(`https://bot.example.org:${port}/hook`, WRONG_PORT),
)

it.each([
  '10.0.0.0',
  '10.255.255.255',
  '172.16.0.0',
  '172.31.255.255',
  '192.168.0.0',
  '192.168.255.255',
  '100.64.0.1',
  '169.254.169.254',
  '0.0.0.0',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  'fc00::1',
  'fdff::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '::',
  '::ffff:10.0.0.1',
  '::ffff:c0a8:1',
  '::10.0.0.1',
  '64:ff9b::10.0.0.1',
  '2002:a00:1::1',
  '2001:db8::1',
  '4000::1',
])('HOOK-14 refuses a host that resolves to %s', (address) =>
  refuses('https://bot.example.org/', WRONG_ADDRESS, 'bot.example.org', [address]),
)

it.each(['127.0.0.0', '127.0.0.1', '127.255.255.255', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::7f00:1'])(
  'HOOK-15 refuses a host that resolves to %s',
  (address) => refuses('https://bot.example.org/', WRONG_ADDRESS, 'bot.example.org', [address]),
)

it.each([
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '223.255.255.255',
  PUBLIC_6,
  `::ffff:${PUBLIC}`,
])('HOOK-13 HOOK-14 HOOK-15 takes a host that resolves to %s', (address) =>
  takes('https://bot.example.org/', 'bot.example.org', [address]),
)

it.each([
  [[PUBLIC, '10.0.0.1']],
  [['10.0.0.1', PUBLIC]],
  [[PUBLIC, PUBLIC_6, '::1']],
  [[PUBLIC_6, '127.0.0.1', PUBLIC]],
])('HOOK-16 refuses %j for the one among them', (addresses) =>
  refuses('https://bot.example.org/', WRONG_ADDRESS, 'bot.example.org', addresses),
)

it('HOOK-16 takes a host whose addresses are all public', () =>
  takes('https://bot.example.org/', 'bot.example.org', [PUBLIC, PUBLIC_6, '1.1.1.1']))

it.each([
  [PUBLIC, PUBLIC],
  [PUBLIC, `::ffff:${PUBLIC}`],
  [`::ffff:${PUBLIC}`, PUBLIC],
  [PUBLIC_6, PUBLIC_6.toUpperCase()],
])("HOOK-17 GAP-93 refuses the service's own address %s for a host that resolves to %s", async (own, address) => {
  const { s, set, resolvesTo } = await webhookBot()
  await s.act('updateService', { own_addresses: ['1.1.1.1', own] })
  await resolvesTo('bot.example.org', '8.8.8.8', address)
  expect(await set('https://bot.example.org/')).toEqual(WRONG_ADDRESS)
  await s.act('updateService', { own_addresses: [] })
  expect(await set('https://bot.example.org/')).toEqual(granted(true))
})

it('HOOK-17 tells its developer that it is the own address, also of one that it listens at', async () => {
  const { s, set, resolvesTo } = await webhookBot()
  await resolvesTo('bot.example.org', '127.0.0.1')
  expect(await set('https://bot.example.org/')).toEqual(WRONG_ADDRESS)
  const [call] = await s.view('/calls?method=setWebhook')
  expect(call).toMatchObject({
    why: "bot.example.org resolves to 127.0.0.1, the service's own address",
    rule: 'HOOK-17',
  })
})

it.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '%31%32%37.0.0.1',
  '１２７.0.0.1',
  '127。0。0。1',
  '127.0.0.1.',
  '10.0.0.1',
  '167772161',
  '192.168.257',
  '0',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[fe80::1]',
  '[fd12:3456::1]',
])('HOOK-14 HOOK-15 GAP-93 refuses the address %s, however it is spelled', (host) =>
  refuses(`https://${host}/`, WRONG_ADDRESS),
)

it.each([PUBLIC, `[${PUBLIC_6}]`, '[2606:2800:021F::1]', '1572394766', '0x5db8d70e'])(
  'HOOK-13 GAP-93 takes the public address %s, however it is spelled',
  (host) => takes(`https://${host}:8443/`),
)

it.each([
  'localhost',
  'LOCALHOST',
  'localhost.',
  'local%68ost',
  'ｌｏｃａｌｈｏｓｔ',
  'a.local',
  'a.LOCAL',
  'a.b.local.',
  'a.internal',
  'metadata.google.internal',
  'a。internal',
])('HOOK-18 HOOK-19 HOOK-20 refuses the host %s, whatever it resolves to', async (host) => {
  const { set, info, resolvesTo } = await webhookBot()
  const [name] = host.split('%')
  if (!host.includes('%')) await resolvesTo(name!, PUBLIC)
  expect(await set(`https://${host}/`)).toEqual(WRONG_HOST)
  expect(await info()).toEqual(NO_WEBHOOK)
})

it.each([
  'localhost.example.org',
  'mylocalhost',
  'local.example.org',
  'notlocal',
  'a.internals',
  'internal.example.org',
  'sub.localhost',
  'local',
  'internal.',
])('HOOK-18 HOOK-19 HOOK-20 GAP-147 takes the host %s', (host) => takes(`https://${host}/`, host))

it.each(['service.example', 'SERVICE.example', 'service.example.', 'a.service.example', 'a.b.service.example'])(
  "HOOK-21 HOOK-22 refuses %s, which is in the service's own domain",
  (host) => refuses(`https://${host}/`, WRONG_HOST, host),
)

it.each(['myservice.example', 'service.example.org', 'service.examples'])(
  "HOOK-21 HOOK-22 takes %s, which is not in the service's own domain",
  (host) => takes(`https://${host}/`, host),
)

it('HOOK-21 HOOK-22 goes by the domain that the service has at that moment', async () => {
  const { s, set, resolvesTo } = await webhookBot()
  for (const host of ['service.example', 'bots.xn--bcher-kva.example']) await resolvesTo(host, PUBLIC)
  await s.act('updateService', { domain: 'Bücher.example.' })
  expect(await set('https://service.example/')).toEqual(granted(true))
  expect(await set('https://bots.bücher.example/')).toEqual(WRONG_HOST)
  expect(await set('https://xn--bcher-kva.example/')).toEqual(WRONG_HOST)
})

it('HOOK-23 refuses a host without DNS record', async () => {
  const { s, set, info, resolvesTo } = await webhookBot()
  expect(await set('https://nobody.example.org/')).toEqual(UNRESOLVED)
  // A name below or above one that resolves is another name.
  expect(await set('https://www.bot.example.org/')).toEqual(UNRESOLVED)
  expect(await set('https://example.org/')).toEqual(UNRESOLVED)
  await resolvesTo('nobody.example.org')
  expect(await set('https://nobody.example.org/')).toEqual(UNRESOLVED)
  await s.act('updateService', { dns: { 'bot.example.org': null } })
  expect(await set('https://bot.example.org/')).toEqual(UNRESOLVED)
  expect(await info()).toEqual(NO_WEBHOOK)
})

it.each([
  ['bücher.example', 'xn--bcher-kva.example'],
  ['xn--bcher-kva.example', 'BÜCHER.example'],
  ['bot.example.org.', 'bot2.example.org', 'bot2.example.org.'],
  ['ボット.example', 'ボット.example'],
  ['faß.example', 'xn--fa-hia.example'],
])('HOOK-13 knows %s, seeded as %s', async (host, seeded, spelled = host) => {
  await takes(`https://${spelled}/`, seeded)
})

it.each([
  'https://',
  'https:///',
  'https:///bot.example.org/',
  'https:bot.example.org',
  'https:/bot.example.org/',
  'https:\\\\bot.example.org\\',
  'http://',
  'bot.example.org',
  '/hook',
  '//bot.example.org/',
  'https',
  'no url at all',
  ' https://bot.example.org/',
  'https://bot.example.org/a b',
  'https://bot.example.org/\n',
  'https://bot.\texample.org/',
  'https://bot example.org/',
  'https://bot..example.org/',
  'https://.bot.example.org/',
  'https://bot.example.org../',
  'https://./',
  'https://bot_-.example.org/',
  'https://-bot.example.org/',
  'https://bot.example.org:port/',
  'https://bot.example.org:65536/',
  'https://[::1/',
  'https://[bot.example.org]/',
  'https://[fe80::1%25eth0]/',
  'https://256.0.0.1/',
  'https://1.2.3.4.5/',
  'https://xn--a/',
  'https://a<b>.example.org/',
  'https://a%00b.example.org/',
  'https://*.example.org/',
  `https://${'a'.repeat(64)}.example.org/`,
  `https://${'abcdefghi.'.repeat(25)}abcd/`,
])('HOOK-24 GAP-92 refuses %j, which is malformed', (url) => refuses(url, MALFORMED))

it.each([`${'a'.repeat(63)}.example.org`, `${'abcdefghi.'.repeat(25)}abc`])('HOOK-24 takes the host %s', (host) =>
  takes(`https://${host}/`, host),
)

it.each(['login:password@', 'login@', ':password@', 'login:@', '%20@', 'a@b@'])(
  'HOOK-25 refuses the credentials %s',
  (credentials) => refuses(`https://${credentials}bot.example.org/`, CREDENTIALS),
)

it('HOOK-25 takes an @ that is in the path', () => takes('https://bot.example.org/@greeter:hook'))

const LONG = (length: number) => 'https://bot.example.org/'.padEnd(length, 'x')

it('HOOK-02 GAP-90 takes a url of 2048 characters and none of 2049', async () => {
  const { set, info } = await webhookBot()
  expect(await set(LONG(2049))).toEqual(
    refused(400, 'Bad Request: url: Too big: expected string to have <=2048 characters'),
  )
  expect(await info()).toEqual(NO_WEBHOOK)
  expect(await set(LONG(2048))).toEqual(granted(true))
  expect(await info()).toEqual(freshWebhook(LONG(2048)))
  // Characters, not the units that they are kept in.
  const astral = `${LONG(2000)}${'😀'.repeat(48)}`
  expect(await set(astral)).toEqual(granted(true))
  expect((await info()).url).toBe(astral)
  expect((await set(`${astral}😀`)).status).toBe(400)
})

it.each([
  [undefined, 'undefined'],
  [null, 'undefined'],
  [7, 'number'],
  [['https://bot.example.org/'], 'array'],
])('HOOK-01 GAP-90 refuses %j for the url', async (url, received) => {
  const { set, info } = await webhookBot()
  expect(await set(url)).toEqual(refused(400, `Bad Request: url: Invalid input: expected string, received ${received}`))
  expect(await info()).toEqual(NO_WEBHOOK)
})

it('HOOK-24 leaves the webhook that there is as it was', async () => {
  const { set, info } = await webhookBot()
  const url = 'https://bot.example.org/first'
  await set(url, { max_connections: 7, allowed_updates: ['message'] })
  expect(await set('https://', { drop_pending_updates: true })).toEqual(MALFORMED)
  expect(await info()).toEqual(freshWebhook(url, { max_connections: 7, allowed_updates: ['message'] }))
})
