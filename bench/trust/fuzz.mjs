// Sends a million malformed requests from four generators.
// Each request must get a documented kind of answer, and the emulator must keep answering other calls.

import { connect } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { Pool } from 'undici'
import { startChild } from '../lib/child.mjs'
import { percentile } from '../lib/median.mjs'
import { residentMebibytes } from '../lib/resident.mjs'
import { inScratch } from '../lib/scratch.mjs'
import { startEmulator, withServers } from '../lib/server.mjs'
import { CHAT, hireBots } from '../lib/uploads.mjs'

export const title = 'fuzzed requests'

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 1_000_000)
const CALLERS = 16
const STATUSES = new Set([200, 400, 401, 403, 404, 405, 409, 413, 429])
/** The share of each generator in the requests. Raw bytes get few, because each such request needs a new connection. */
const SHARES = { json: 0.45, fields: 0.35, requests: 0.15, bytes: 0.05 }

export const measure = () =>
  inScratch((folder) =>
    withServers({ emulator: () => startEmulator('--db', join(folder, 'world.sqlite')) }, async ({ emulator }) => {
      const [token, watched] = await hireBots(emulator.url, 2)
      const operations = await operationsOf(emulator.url)
      const pool = new Pool(emulator.url, { connections: CALLERS })
      const watch = await startChild('watch')
      watch.tell({ url: emulator.url, token: watched })
      await watch.next()
      const odd = []
      let made = 0
      for (const [name, share] of Object.entries(SHARES)) {
        const next = GENERATORS[name]({ token, operations, pool, port: emulator.port })
        const count = Math.round(REQUESTS * share)
        made += count
        await atOnce(count, async () => {
          const answer = await next()
          if (answer && !isDocumented(answer) && odd.length < 5)
            odd.push(`${name}: ${answer.status} ${answer.text.slice(0, 200)}`)
        })
      }
      await pool.close()
      const waits = watch.next()
      watch.tell({})
      const { waits: times } = await waits
      await watch.stop()
      return [
        {
          name: 'answers of no documented kind',
          ratio: odd.length,
          target: { most: 0 },
          figures: { requests: made, odd: odd.join(' | ') || 'none' },
        },
        {
          name: 'getMe beside them, longest',
          ratio: percentile(times, 100),
          unit: ' ms',
          target: { most: 100 },
          figures: { 'p99 ms': percentile(times, 99), 'MiB at the end': residentMebibytes(emulator.pid) },
        },
      ]
    }),
  )

async function operationsOf(url) {
  const { paths } = await (await fetch(`${url}/_emulator/openapi.json`)).json()
  return Object.keys(paths).flatMap((path) => /^\/bot\{token\}\/(\w+)$/.exec(path)?.[1] ?? [])
}

async function atOnce(count, work) {
  let left = count
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (left-- > 0) await work()
    }),
  )
}

function isDocumented({ status, text }) {
  if (!STATUSES.has(status)) return false
  try {
    return JSON.parse(text).ok === (status === 200)
  } catch {
    return false
  }
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '-1',
    '@',
    '@alice',
    '{}',
    '[]',
    '[[[',
    'null',
    '9'.repeat(40),
    'x'.repeat(5000),
    '\u0000',
    String(CHAT),
  ),
)
const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -0, 2 ** 53, -(2 ** 63), 1e308, CHAT))
const value = fc.oneof({ weight: 3, arbitrary: fc.oneof(text, number, fc.boolean(), fc.constant(null)) }, fc.json())
const NAMES = [
  'chat_id',
  'text',
  'user_id',
  'message_id',
  'reply_markup',
  'reply_to_message_id',
  'caption',
  'photo',
  'document',
  'offset',
  'limit',
  'allowed_updates',
  'url',
  'commands',
  'permissions',
  'until_date',
  'name',
  '__proto__',
  'constructor',
]
const params = fc.dictionary(fc.oneof(fc.constantFrom(...NAMES), text), value, { maxKeys: 6 })

/** Returns a function that picks one of 5 000 prepared values, because creating a value is slower than a request. */
const draws = (arbitrary) => {
  const drawn = fc.sample(arbitrary, 5000)
  return () => drawn[Math.floor(Math.random() * drawn.length)]
}
const any = (list) => list[Math.floor(Math.random() * list.length)]

/** Returns a lost connection as an answer of no documented kind, so that the table names the request. */
const ask = async (pool, request) => {
  try {
    const { statusCode, body } = await pool.request(request)
    return { status: statusCode, text: await body.text() }
  } catch (error) {
    return {
      status: error.code ?? error.message,
      text: `${request.method} ${request.path.replace(/bot[^/]*/, 'bot…')}`,
    }
  }
}

/** Sets the parameter `timeout` to 0, so that getUpdates answers at once instead of waiting for an update. */
const hasty = (given) => ({ ...given, timeout: 0 })

const GENERATORS = {
  json({ token, operations, pool }) {
    const draw = draws(params)
    return () =>
      ask(pool, {
        method: 'POST',
        path: `/bot${token}/${any(operations)}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(hasty({ ...draw(), ...(Math.random() < 0.5 && { chat_id: CHAT }) })),
      })
  },

  fields({ token, operations, pool }) {
    const draw = draws(params)
    return () => {
      const path = `/bot${token}/${any(operations)}`
      const fields = Object.entries(hasty(draw())).map(([name, one]) => [
        name.toWellFormed(),
        (typeof one === 'object' ? JSON.stringify(one) : String(one)).toWellFormed(),
      ])
      const way = any(['query', 'form', 'multipart', 'file'])
      if (way === 'query') return ask(pool, { method: 'GET', path: `${path}?${new URLSearchParams(fields)}` })
      if (way === 'form') {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        return ask(pool, { method: 'POST', path, headers, body: String(new URLSearchParams(fields)) })
      }
      const parts = fields.map(([name, one]) => {
        const file = way === 'file' ? '; filename="a"' : ''
        return `--x\r\ncontent-disposition: form-data; name="${encodeURIComponent(name)}"${file}\r\n\r\n${one}\r\n`
      })
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      return ask(pool, { method: 'POST', path, headers, body: `${parts.join('')}--x--\r\n` })
    }
  },

  requests({ token, pool }) {
    const path = draws(
      fc.oneof(
        fc.webPath().filter((one) => !one.startsWith('/_emulator')),
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
      ),
    )
    const bytes = draws(fc.uint8Array({ maxLength: 200 }))
    const types = ['application/json', 'multipart/form-data', 'multipart/form-data; boundary=x', 'text/plain', 'a/b']
    return () => {
      const method = any(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])
      const body = method === 'GET' ? {} : { body: bytes(), headers: { 'content-type': any(types) } }
      return ask(pool, { method, path: path() || '/', ...body })
    }
  },

  bytes({ token, port }) {
    const heads = draws(
      fc.array(
        fc.constantFrom(
          'Transfer-Encoding: chunked',
          'Content-Length: 5',
          'Content-Length: -1',
          'Expect: 100-continue',
          'Content-Type: multipart/form-data; boundary=b',
          'Content-Type: application/json',
          'Host:',
          'Upgrade: x',
        ),
        { maxLength: 5 },
      ),
    )
    const body = draws(fc.string({ unit: 'binary', maxLength: 200 }))
    return () =>
      new Promise((resolve) => {
        const head = [
          `POST /bot${token}/sendDocument HTTP/1.1`,
          'Host: localhost',
          ...heads(),
          'Connection: close',
          '',
          '',
        ]
        const socket = connect(port, '127.0.0.1', () => socket.end(head.join('\r\n') + body()))
        socket
          .on('error', () => {})
          .on('close', () => resolve())
          .resume()
      })
  },
}
