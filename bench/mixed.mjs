// Measures mixed traffic of many bots and people for BENCH_SECONDS seconds.
// Only documented limits may refuse a call, and latency and memory must not grow.

import { join } from 'node:path'
import { Pool } from 'undici'
import { buildWorld, FIRST_BOT, FIRST_PERSON, tokenOf } from './lib/build-world.mjs'
import { cpuSeconds } from './lib/cpu.mjs'
import { residentMebibytes } from './lib/resident.mjs'
import { inScratch } from './lib/scratch.mjs'
import { startEmulator, withServers } from './lib/server.mjs'

export const title = '100 bots and 10 000 people at once'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 20)
const BOTS = 100
const PEOPLE_EACH = 100
const CALLERS = 32

export const measure = () =>
  inScratch(async (folder) => {
    const db = join(folder, 'world.sqlite')
    await buildWorld(db, (_store, make) => {
      for (let person = 0; person < BOTS * PEOPLE_EACH; person++) make.person(FIRST_PERSON + person)
      for (let bot = 0; bot < BOTS; bot++) {
        make.bot(FIRST_BOT + bot, FIRST_PERSON)
        for (const person of peopleOf(bot)) make.privateChat(FIRST_BOT + bot, person)
      }
    })
    return withServers({ emulator: () => startEmulator('--db', db) }, async ({ emulator }) => {
      const pool = new Pool(emulator.url, { connections: CALLERS })
      const halves = []
      for (const _ of [1, 2]) halves.push(await talk(pool, emulator.pid))
      await pool.close()
      return { figures: Object.fromEntries(halves.flatMap(described)) }
    })
  })

const peopleOf = (bot) => Array.from({ length: PEOPLE_EACH }, (_, person) => FIRST_PERSON + bot * PEOPLE_EACH + person)

const any = (list) => list[Math.floor(Math.random() * list.length)]

async function talk(pool, pid) {
  const until = performance.now() + (SECONDS * 1000) / 2
  const latencies = []
  const cpuBefore = cpuSeconds(pid)
  let limited = 0
  const caller = async () => {
    while (performance.now() < until) {
      const startedAt = performance.now()
      const { path, body } = any(KINDS)(Math.floor(Math.random() * BOTS))
      const headers = { 'content-type': 'application/json' }
      const answer = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(body) })
      const text = await answer.body.text()
      latencies.push(performance.now() - startedAt)
      if (answer.statusCode === 429) limited++
      else if (answer.statusCode !== 200 && !text.includes('message is not modified'))
        throw new Error(`${path}: ${text}`)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  const cpu = cpuSeconds(pid) - cpuBefore
  return { latencies: latencies.sort((a, b) => a - b), limited, cpu, memory: residentMebibytes(pid) }
}

const call = (bot, operation, body) => ({ path: `/bot${tokenOf(FIRST_BOT + bot)}/${operation}`, body })
const offsets = new Map()

/** The kinds of requests, picked at random. The number of repetitions of a kind is its weight. */
const KINDS = [
  ...Array(4).fill((bot) => ({
    path: '/_emulator/actions/send',
    body: { as: any(peopleOf(bot)), to: FIRST_BOT + bot, text: `Hello ${Math.random()}` },
  })),
  ...Array(4).fill((bot) => call(bot, 'sendMessage', { chat_id: any(peopleOf(bot)), text: `Hello ${Math.random()}` })),
  ...Array(2).fill((bot) => {
    const offset = (offsets.get(bot) ?? 0) + 50
    offsets.set(bot, offset)
    return call(bot, 'getUpdates', { offset, limit: 50 })
  }),
  (bot) => call(bot, 'getChat', { chat_id: any(peopleOf(bot)) }),
  (bot) => call(bot, 'getMe', {}),
]

function described({ latencies, limited, cpu, memory }, half) {
  const name = half ? 'second half' : 'first half'
  const p = (share) => latencies[Math.floor(latencies.length * share)].toFixed(1)
  return [
    [`${name}: calls/s`, Math.round((latencies.length / SECONDS) * 2)],
    [`${name}: calls per second of CPU`, Math.round(latencies.length / cpu)],
    [`${name}: limited`, limited],
    [`${name}: p50/p99 ms`, `${p(0.5)}/${p(0.99)}`],
    [`${name}: MiB`, Math.round(memory)],
  ]
}
