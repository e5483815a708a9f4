// Whatever a bot sends, it gets one of the documented kinds of answer.

import { connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OPERATIONS } from '../../src/service/bot-api/operations/index.ts'
import { world } from '../helpers/service.ts'

const STATUSES = [200, 400, 401, 403, 404, 405, 409, 413, 429]
/** More of it, by hand: FUZZ_TIMES=60 sends over 100 000 requests. */
const TIMES = Number(process.env.FUZZ_TIMES ?? 1)
const WITHIN = { interruptAfterTimeLimit: 8_000 * TIMES, markInterruptAsFailure: false, endOnFailure: true }

const names = OPERATIONS.flatMap(({ name, params }) => [
  name,
  ...Object.keys((params as unknown as { shape: object }).shape),
])
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '-', '0', '-1', '@', '@x', '{}', '[]', '[[[', 'null', '9'.repeat(40), 'x'.repeat(5000), '\u0000'),
)
const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -0, 2 ** 53, -(2 ** 63), 1e308, 100001))
const value = fc.oneof({ weight: 3, arbitrary: fc.oneof(text, number, fc.boolean(), fc.constant(null)) }, fc.json())
const params = fc.dictionary(fc.oneof(fc.constantFrom(...names, '__proto__', 'constructor'), text), value, {
  maxKeys: 6,
})

async function stage() {
  const plan = {
    people: [{ first_name: 'Alice', handle: 'alice' }],
    bots: [{ handle: 'greeter' }],
    groups: [{ handle: 'team', title: 'Team', owner: 'alice', members: ['greeter'] }],
    started: [['alice', 'greeter']] as const,
  }
  const { s, bots } = await world(plan, { frozen: false })
  return { url: s.url, token: bots[0]!.token }
}

async function requireDocumented(response: Response) {
  const body = (await response.json()) as Record<string, unknown>
  expect(STATUSES, `${response.url} ${JSON.stringify(body)}`).toContain(response.status)
  if (response.status === 200) expect(Object.keys(body)).toEqual(['ok', 'result'])
  else expect(body).toMatchObject({ ok: false, error_code: response.status, description: expect.any(String) })
}

/** A poll would wait; everything else is answered at once. */
const hasty = (given: Record<string, unknown>) => ({ ...given, timeout: 0 })

describe('any request', () => {
  it('as JSON', { timeout: 60_000 * TIMES }, async () => {
    const { url, token } = await stage()
    const operation = fc.constantFrom(...OPERATIONS.map(({ name }) => name))
    await fc.assert(
      fc.asyncProperty(operation, params, async (name, given) => {
        const body = JSON.stringify(hasty(given))
        const headers = { 'content-type': 'application/json' }
        await requireDocumented(await fetch(`${url}/bot${token}/${name}`, { method: 'POST', headers, body }))
      }),
      { ...WITHIN, numRuns: 500 * TIMES },
    )
  })

  it('as query, form or multipart', { timeout: 60_000 * TIMES }, async () => {
    const { url, token } = await stage()
    const operation = fc.constantFrom(...OPERATIONS.map(({ name }) => name))
    const via = fc.constantFrom('query', 'form', 'multipart', 'file')
    await fc.assert(
      fc.asyncProperty(operation, params, via, async (name, given, way) => {
        const fields = Object.entries(hasty(given)).map(([key, one]): [string, string] => [
          key.toWellFormed(),
          String(typeof one === 'object' ? JSON.stringify(one) : one).toWellFormed(),
        ])
        const where = `${url}/bot${token}/${name}`
        if (way === 'query') return requireDocumented(await fetch(`${where}?${new URLSearchParams(fields)}`))
        const body = way === 'form' ? new URLSearchParams(fields) : new FormData()
        if (way !== 'form')
          for (const [key, one] of fields) (body as FormData).append(key, way === 'file' ? new Blob([one]) : one)
        await requireDocumented(await fetch(where, { method: 'POST', body }))
      }),
      { ...WITHIN, numRuns: 500 * TIMES },
    )
  })

  it('with any path, method and body', { timeout: 60_000 * TIMES }, async () => {
    const { url, token } = await stage()
    const path = fc.oneof(
      fc.webPath(),
      fc.constantFrom(
        '/',
        '/bot',
        `/bot${token}`,
        `/bot${token}/`,
        `/bot${token}/getMe/`,
        '/bot%00/getMe',
        '/bot%zz/getMe',
      ),
      fc.string({ maxLength: 20 }).map((rest) => `/bot${token}/${encodeURIComponent(rest)}`),
    )
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS')
    const type = fc.constantFrom(
      'application/json',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'text/plain',
      'a/b',
      'application/json; charset=latin1',
    )
    await fc.assert(
      fc.asyncProperty(path, method, type, fc.uint8Array({ maxLength: 200 }), async (at, how, contentType, bytes) => {
        if (at.startsWith('/_emulator')) return
        const init =
          how === 'GET' ? {} : { body: bytes as Uint8Array<ArrayBuffer>, headers: { 'content-type': contentType } }
        await requireDocumented(await fetch(`${url}${at}`, { method: how, ...init }))
      }),
      { ...WITHIN, numRuns: 400 * TIMES },
    )
  })

  it('with any bytes on the wire', { timeout: 60_000 * TIMES }, async () => {
    const { url, token } = await stage()
    const { port } = new URL(url)
    const line = fc.oneof(
      fc.constantFrom(
        'Transfer-Encoding: chunked',
        'Content-Length: 5',
        'Content-Length: -1',
        'Expect: 100-continue',
        'Upgrade: x',
      ),
      fc.constantFrom(
        `Content-Type: multipart/form-data; boundary=b`,
        'Content-Type: application/json',
        'Host:',
        'Host: localhost',
      ),
      fc.string({ maxLength: 30 }).map((said) => `X: ${said}`),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 5 }),
        fc.string({ unit: 'binary', maxLength: 200 }),
        async (lines, body) => {
          const head = [
            `POST /bot${token}/sendDocument HTTP/1.1`,
            'Host: localhost',
            ...lines,
            'Connection: close',
            '',
            '',
          ]
          await spoken(Number(port), head.join('\r\n') + body)
        },
      ),
      { ...WITHIN, numRuns: 200 * TIMES },
    )
    await requireDocumented(await fetch(`${url}/bot${token}/getMe`))
  })
})

/** Says all of it, hangs up, and waits for the other side to do so. */
function spoken(port: number, said: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(said))
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.resume()
  })
}
