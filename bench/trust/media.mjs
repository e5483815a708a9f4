// Sends ten thousand damaged media files, which must not delay the calls of another bot.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from '../lib/child.mjs'
import { percentile } from '../lib/median.mjs'
import { residentMebibytes } from '../lib/resident.mjs'
import { inScratch } from '../lib/scratch.mjs'
import { startEmulator, withServers } from '../lib/server.mjs'
import { CHAT, hireBots } from '../lib/uploads.mjs'

export const title = 'damaged media'

const FILES = Number(process.env.BENCH_FILES ?? 10_000)
const AT_ONCE = 3
/** The number of sending bots. Many are needed, because one bot may send only 30 messages a second. */
const BOTS = 40
const SAMPLES = new URL('../../fixtures/media/', import.meta.url)
const LARGEST_BYTES = 400_000
const KINDS = { photo: 'sendPhoto', document: 'sendDocument', video: 'sendVideo', audio: 'sendAudio' }
const DOCUMENTED = new Set([200, 400, 413])

export const measure = () =>
  inScratch((folder) =>
    withServers({ emulator: () => startEmulator('--db', join(folder, 'world.sqlite')) }, async ({ emulator }) => {
      const [watched, ...tokens] = await hireBots(emulator.url, BOTS + 1)
      const watch = await startChild('watch')
      watch.tell({ url: emulator.url, token: watched })
      await watch.next()
      const statuses = {}
      const times = []
      let sent = 0
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          while (sent < FILES) {
            const started = performance.now()
            const status = await send(emulator.url, tokens[sent % BOTS], damagedFile(sent++))
            times.push(performance.now() - started)
            statuses[status] = (statuses[status] ?? 0) + 1
          }
        }),
      )
      const waits = watch.next()
      watch.tell({})
      const { waits: beside } = await waits
      await watch.stop()
      const odd = Object.entries(statuses).filter(([status]) => !DOCUMENTED.has(Number(status)))
      return [
        { name: 'answers of no documented kind', ratio: odd.length, target: { most: 0 }, figures: statuses },
        { name: 'longest', ratio: percentile(times, 100), unit: ' ms', figures: { 'p99 ms': percentile(times, 99) } },
        {
          name: 'getMe beside them, longest',
          ratio: percentile(beside, 100),
          unit: ' ms',
          target: { most: 100 },
          figures: { 'p99 ms': percentile(beside, 99), 'MiB at the end': residentMebibytes(emulator.pid) },
        },
      ]
    }),
  )

const samples = readdirSync(SAMPLES)
  .filter((name) => statSync(new URL(name, SAMPLES)).size < LARGEST_BYTES)
  .map((name) => ({ name, bytes: readFileSync(new URL(name, SAMPLES)) }))

const DAMAGES = [
  (bytes) => bytes.subarray(0, Math.random() * bytes.length),
  (bytes) => withNoise(bytes, 1),
  (bytes) => withNoise(bytes, 50),
  (bytes) => Buffer.concat([bytes.subarray(0, bytes.length / 2), bytes.subarray(bytes.length * 0.6)]),
  (bytes) => Buffer.concat([bytes.subarray(0, 64), bytes]),
  (bytes) => Buffer.from(bytes).fill(0, Math.floor(bytes.length / 3), Math.floor(bytes.length / 2)),
]

function withNoise(bytes, places) {
  const damaged = Buffer.from(bytes)
  for (let i = 0; i < places; i++) damaged[Math.floor(Math.random() * damaged.length)] = Math.random() * 256
  return damaged
}

/** Returns the nth file to send. Together, the files combine each sample with each kind of file and of damage. */
function damagedFile(n) {
  const { name, bytes } = samples[n % samples.length]
  const kinds = Object.keys(KINDS)
  const round = Math.floor(n / samples.length)
  return {
    name,
    kind: kinds[round % kinds.length],
    bytes: DAMAGES[Math.floor(round / kinds.length) % DAMAGES.length](bytes),
  }
}

async function send(url, token, { name, kind, bytes }) {
  const form = new FormData()
  form.append('chat_id', String(CHAT))
  form.append(kind, new Blob([bytes]), name)
  const response = await fetch(`${url}/bot${token}/${KINDS[kind]}`, { method: 'POST', body: form })
  await response.arrayBuffer()
  return response.status
}
