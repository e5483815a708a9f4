// Kills the emulator at random moments under load, counts lost data and measures restarts.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { percentile } from '../lib/median.mjs'
import { inScratch } from '../lib/scratch.mjs'
import { startEmulator } from '../lib/server.mjs'

export const title = 'kills under mixed load'

const KILLS = Number(process.env.BENCH_KILLS ?? 100)
const MAX_BUSY_MS = 60
const PEOPLE = ['alice', 'bob', 'carol']
const CHAT = 100001

export const measure = () =>
  inScratch(async (folder) => {
    const file = join(folder, 'world.sqlite')
    const answered = { texts: new Set(), files: new Set() }
    const starts = []
    for (let round = 0; round < KILLS; round++) {
      const started = performance.now()
      const emulator = await startEmulator('--db', file)
      starts.push(performance.now() - started)
      await workUntilKilled(emulator, round, answered)
    }
    await (await startEmulator('--db', file)).stop()
    const lost = lostOf(file, answered)
    const figures = {
      kills: KILLS,
      answered: answered.texts.size + answered.files.size,
      'start ms p50': Math.round(percentile(starts, 50)),
      'start ms max': Math.round(Math.max(...starts)),
    }
    return { name: 'lost', ratio: lost, target: { most: 0 }, figures }
  })

/** Makes people write and the bot send messages and files and poll, then kills the emulator at a random moment. */
async function workUntilKilled({ url, pid }, round, { texts, files }) {
  const [{ token }] = (await (await fetch(`${url}/_emulator/bots`)).json()).result
  let begun
  const first = new Promise((resolve) => {
    begun = resolve
  })
  const repeat = async (call) => {
    for (let nth = 0; await call(`${round} ${nth}`).catch(() => undefined); nth++) begun()
  }
  const writers = PEOPLE.map((as) =>
    repeat(async (nth) => {
      const text = `${as} ${nth}`
      const { ok } = await post(`${url}/_emulator/actions/send`, { as, to: 'greeter', text })
      return ok && texts.add(text)
    }),
  )
  const work = Promise.all([
    ...writers,
    repeat(async (nth) => {
      const { ok } = await post(`${url}/bot${token}/sendMessage`, { chat_id: CHAT, text: `bot ${nth}` })
      if (ok) texts.add(`bot ${nth}`)
      return true
    }),
    repeat(async (nth) => {
      const form = new FormData()
      form.set('chat_id', String(CHAT))
      form.set('document', new Blob([nth.repeat(5000)]), 'a.txt')
      const { ok, result } = await (
        await fetch(`${url}/bot${token}/sendDocument`, { method: 'POST', body: form })
      ).json()
      if (ok) files.add(result.document.file_unique_id)
      return true
    }),
    repeat(() => post(`${url}/bot${token}/getUpdates`, { limit: 10 })),
  ])
  await first
  await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_BUSY_MS))
  process.kill(pid, 'SIGKILL')
  await work
}

async function post(url, body) {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}

/** Counts the messages and files that the emulator confirmed to the sender but that are missing after the kill. */
function lostOf(file, answered) {
  const db = new Database(file, { readonly: true })
  const verdict = db.pragma('integrity_check', { simple: true })
  if (verdict !== 'ok') throw new Error(`The database is damaged: ${verdict}`)
  const kept = new Set(db.prepare('select text from messages').pluck().all())
  db.close()
  const bytes = new Set(readdirSync(`${file}.files`))
  const lost = (wanted, there) => [...wanted].filter((one) => !there.has(one)).length
  return lost(answered.texts, kept) + lost(answered.files, bytes)
}
