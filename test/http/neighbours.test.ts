// Hostile neighbours: what a web page can make a browser send is refused, and changes nothing.

import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import type { Json } from '../helpers/furnish.ts'
import { type Service, service } from '../helpers/service.ts'
import { wholeState } from '../helpers/whole-state.ts'

interface Asked {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: string
}

const JSON_BODY = { 'content-type': 'application/json' }
const NEW_USER = JSON.stringify({ first_name: 'Mallory' })

/** A request with exactly these headers: fetch would not let Host and Origin be forged. */
function ask(s: Service, { method = 'POST', path = '/_emulator/actions/createUser', headers, body = NEW_USER }: Asked) {
  return new Promise<{ status: number; body: Json; allow: string | undefined }>((resolve, reject) => {
    const sent = request(s.url, { method, path, headers: { ...JSON_BODY, ...headers } }, (response) => {
      let text = ''
      response.on('data', (data) => {
        text += data
      })
      response.on('end', () => {
        const allow = response.headers['access-control-allow-origin']
        resolve({ status: response.statusCode!, body: JSON.parse(text), allow })
      })
    })
    sent.on('error', reject)
    sent.end(method === 'GET' ? undefined : body)
  })
}

const HOSTILE: [name: string, asked: Asked, status: number, code: string][] = [
  ['a rebound name', { headers: { host: 'attacker.example' } }, 403, 'foreign-host'],
  ['a rebound name with the port', { headers: { host: 'attacker.example:8081' } }, 403, 'foreign-host'],
  ['a name that begins like ours', { headers: { host: 'localhost.attacker.example' } }, 403, 'foreign-host'],
  ['a name that ends like ours', { headers: { host: 'attacker.localhost' } }, 403, 'foreign-host'],
  ['an address of the network', { headers: { host: '192.168.1.5:8081' } }, 403, 'foreign-host'],
  ['credentials before the name', { headers: { host: 'localhost@attacker.example' } }, 403, 'foreign-host'],
  ['another origin', { headers: { origin: 'https://attacker.example' } }, 403, 'foreign-origin'],
  ['the null origin of a sandboxed frame', { headers: { origin: 'null' } }, 403, 'foreign-origin'],
  ['an origin that is an address', { headers: { origin: 'http://192.168.1.5' } }, 403, 'foreign-origin'],
  ['an origin on another port', { headers: { origin: 'http://127.0.0.1:3000' } }, 403, 'foreign-origin'],
  [
    'an origin that begins like ours',
    { headers: { origin: 'http://127.0.0.1.attacker.example' } },
    403,
    'foreign-origin',
  ],
  ['a link from another site', { method: 'GET', headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'foreign-site'],
  [
    'a link from a neighbouring port',
    { method: 'GET', headers: { 'sec-fetch-site': 'same-site' } },
    403,
    'foreign-site',
  ],
  ['a post from another site', { headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'foreign-site'],
  [
    'a form',
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'first_name=M' },
    400,
    'not-json',
  ],
  ['a form of plain text', { headers: { 'content-type': 'text/plain' } }, 400, 'not-json'],
  ['a multipart form', { headers: { 'content-type': 'multipart/form-data; boundary=x' } }, 400, 'not-json'],
  ['a body without a type', { headers: { 'content-type': '' } }, 400, 'not-json'],
  ['a navigation to an action', { method: 'GET' }, 404, 'no-such-view'],
]

it.each(HOSTILE)('%s', async (_, asked, status, code) => {
  const s = await service()
  const before = await wholeState({ s })
  const error = { code, message: expect.any(String), hint: expect.any(String) }
  expect(await ask(s, asked)).toEqual({ status, body: { ok: false, error }, allow: undefined })
  expect(await wholeState({ s })).toEqual(before)
})

it.each(['/actions/send', '/wait', '/import'])('says that %s takes what is posted', async (path) => {
  const { url } = await service()
  const response = await fetch(`${url}/_emulator${path}`)
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({
    ok: false,
    error: {
      code: 'no-such-view',
      message: `/_emulator${path} takes POST, not GET.`,
      hint: 'Send the parameters as JSON by POST.',
    },
  })
})

it.each(HOSTILE.filter(([, , status]) => status === 403))(
  "GAP-01 %s, on a bot's door",
  async (_, asked, _status, code) => {
    const s = await service()
    const { token } = await s.bot()
    const before = await wholeState({ s })
    const { status, body } = await ask(s, { ...asked, path: `/bot${token}/setMyName`, body: '{"name":"Mallory"}' })
    const { message } = body.error
    const error = { code, message, hint: expect.any(String) }
    expect({ status, body }).toEqual({
      status: 403,
      body: { ok: false, error_code: 403, description: `Forbidden: ${message}`, error },
    })
    expect(await wholeState({ s })).toEqual(before)
  },
)

it.each(['localhost', '127.0.0.1', '[::1]', 'LOCALHOST'])('answers to %s, with and without a port', async (name) => {
  const s = await service()
  const { port } = new URL(s.url)
  for (const host of [name, `${name}:${port}`]) expect((await ask(s, { headers: { host } })).status).toBe(200)
})

it('answers a person who typed the address, and a page of its own', async () => {
  const s = await service()
  const { host } = new URL(s.url)
  expect((await ask(s, { headers: { 'sec-fetch-site': 'none' } })).status).toBe(200)
  expect((await ask(s, { headers: { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' } })).status).toBe(200)
})

it.each([
  'POST /_emulator/actions/createUser HTTP/1.0\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
  'GET /_emulator/users HTTP/1.1\r\nhost:\r\nconnection: close\r\n\r\n',
  'GET /_emulator/users HTTP/1.1\r\nhost: a\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n',
  'GET http://attacker.example/_emulator/users HTTP/1.1\r\nhost: attacker.example\r\nconnection: close\r\n\r\n',
])('no way round the name: %j', async (bytes) => {
  const s = await service()
  const before = await wholeState({ s })
  const answer = await new Promise<string>((resolve, reject) => {
    let got = ''
    const socket = connect(Number(new URL(s.url).port), '127.0.0.1')
    socket.on('data', (data) => {
      got += data
    })
    socket.on('error', reject).on('close', () => resolve(got))
    socket.write(bytes)
  })
  expect(answer).toMatch(/^HTTP\/1\.1 40[03] /)
  expect(await wholeState({ s })).toEqual(before)
})
