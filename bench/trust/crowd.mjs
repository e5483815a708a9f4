// Runs two minutes with 300 polling bots, 2 000 sockets, 100 webhooks, 50 unread streams.

import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { startChild } from '../lib/child.mjs'
import { percentile } from '../lib/median.mjs'
import { residentMebibytes } from '../lib/resident.mjs'
import { inScratch } from '../lib/scratch.mjs'
import { startEmulator, withServers } from '../lib/server.mjs'
import { hireBots } from '../lib/uploads.mjs'

export const title = 'a crowd'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 120)
const POLLING = 300
const WEBHOOKS = 100
const SOCKETS = 2000
const STREAMS = 50
const MESSAGES_A_SECOND = 100

export const measure = () =>
  inScratch((folder) => {
    const start = () => startEmulator('--db', join(folder, 'world.sqlite'), '--allow-local-webhooks')
    return withServers({ emulator: start }, async ({ emulator }) => {
      const { url, port, pid } = emulator
      const [watched, ...tokens] = await hireBots(url, POLLING + WEBHOOKS + 1)
      const ended = new AbortController()
      const receiver = await startChild('receiver')
      const pool = new Pool(url, { connections: POLLING })
      const received = { polled: 0 }
      const idle = Array.from({ length: SOCKETS - POLLING }, () => connect(port, '127.0.0.1').on('error', () => {}))
      const streams = Array.from({ length: STREAMS }, () => unreadStream(url))
      for (const token of tokens.slice(POLLING)) {
        await call(pool, token, 'setWebhook', { url: `http://127.0.0.1:${receiver.first.port}/` })
      }
      const polls = tokens.slice(0, POLLING).map((token) => poll(pool, token, ended.signal, received))
      // Waits until all polls have arrived, because the measurement is about the load that they cause.
      await pause(2000)
      const watch = await startChild('watch')
      watch.tell({ url, token: watched })
      await watch.next()
      const before = residentMebibytes(pid)
      const sent = await people(url, tokens.length)
      const after = residentMebibytes(pid)
      const waits = watch.next()
      watch.tell({})
      const { waits: times } = await waits
      await watch.stop()
      ended.abort()
      for (const socket of [...idle, ...streams]) socket.destroy()
      await Promise.all(polls)
      await pool.destroy()
      await receiver.stop()
      return [
        {
          name: 'getMe beside it, longest',
          ratio: percentile(times, 100),
          unit: ' ms',
          target: { most: 100 },
          figures: { 'p99 ms': percentile(times, 99) },
        },
        {
          name: 'memory',
          ratio: after,
          unit: ' MiB',
          figures: { 'before MiB': before, sent, polled: received.polled },
        },
      ]
    })
  })

async function call(pool, token, operation, params, signal) {
  const headers = { 'content-type': 'application/json' }
  const { body } = await pool.request({
    method: 'POST',
    path: `/bot${token}/${operation}`,
    headers,
    body: JSON.stringify(params),
    signal,
  })
  return body.json()
}

async function poll(pool, token, signal, received) {
  for (let offset = 0; !signal.aborted; ) {
    const { result = [] } = await call(pool, token, 'getUpdates', { offset, timeout: 20 }, signal).catch(() => ({}))
    received.polled += result.length
    if (result.length) offset = result.at(-1).update_id + 1
  }
}

function unreadStream(url) {
  const asked = request(`${url}/_emulator/events`, (response) => response.pause())
  asked.on('error', () => {}).end()
  return asked
}

/** Sends messages from the person Zoe to one bot after another. Returns the number of messages. */
async function people(url, bots) {
  const pool = new Pool(url, { connections: 4 })
  const until = performance.now() + SECONDS * 1000
  let sent = 0
  while (performance.now() < until) {
    const next = performance.now() + 1000 / MESSAGES_A_SECOND
    const body = JSON.stringify({ as: 'zoe', to: `sender_${sent++ % bots}`, text: `message ${sent}` })
    const headers = { 'content-type': 'application/json' }
    const answer = await pool.request({ method: 'POST', path: '/_emulator/actions/send', headers, body })
    await answer.body.dump()
    await pause(Math.max(0, next - performance.now()))
  }
  await pool.close()
  return sent
}
