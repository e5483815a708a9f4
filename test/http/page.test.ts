// The page over HTTP: its files, their headers, and what they need no token for.

import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../src/emulator.ts'
import { listen } from '../../src/http/listen.ts'

async function listening(controlToken?: string) {
  const emulator = createEmulator()
  const server = await listen(emulator, { ...(controlToken && { controlToken }) })
  onTestFinished(async () => {
    await server.close()
    await emulator.close()
  })
  return (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, { redirect: 'manual', ...init })
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob: data:; " +
  "media-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

it.each([
  ['/_emulator/', 'text/html; charset=utf-8'],
  ['/_emulator/page.js', 'text/javascript; charset=utf-8'],
  ['/_emulator/page.css', 'text/css; charset=utf-8'],
])('GET %s sends %s under a strict policy', async (path, type) => {
  const get = await listening()
  const { status, headers } = await get(path)
  expect(status).toBe(200)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': type,
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
  })
})

it('weighs at most 60 kB compressed', async () => {
  const get = await listening()
  const files = ['', 'page.js', 'page.css'].map(async (file) => (await get(`/_emulator/${file}`)).arrayBuffer())
  const sizes = (await Promise.all(files)).map((bytes) => gzipSync(Buffer.from(bytes)).length)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(60_000)
})

it.each(['/_emulator/', '/_emulator/page.js', '/_emulator/events', '/_emulator/users', '/_emulator/files/x'])(
  'other sites cannot load %s',
  async (path) => {
    const get = await listening()
    expect((await get(path, { headers: { origin: 'http://foreign.example' } })).status).toBe(403)
    expect((await get(path, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
    expect((await get(path, { headers: { 'sec-fetch-site': 'same-site' } })).status).toBe(403)
  },
)

it('GET /_emulator redirects to the folder', async () => {
  const response = await (await listening())('/_emulator')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/_emulator/'])
})

it.each(['/_emulator/page.js/', '/_emulator/index.html', '/_emulator/..%2fpage.js', '/_emulator/page.js.map'])(
  'GET %s is not a file of the page',
  async (path) => expect((await (await listening())(path)).status).toBe(404),
)

it('POST /_emulator/ is not a file of the page', async () => {
  expect((await (await listening())('/_emulator/', { method: 'POST' })).status).toBe(404)
})

it('the files of the page need no control token, and its data does', async () => {
  const get = await listening('s3cret')
  expect((await get('/_emulator/')).status).toBe(200)
  expect((await get('/_emulator/page.js')).status).toBe(200)
  expect((await get('/_emulator/users')).status).toBe(401)
  expect((await get('/_emulator/', { headers: { origin: 'http://foreign.example' } })).status).toBe(403)
})
