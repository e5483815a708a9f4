// Kills or stops the emulator during restores, imports, resets and snapshots, and counts damaged worlds.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { percentile } from '../lib/median.mjs'
import { inScratch } from '../lib/scratch.mjs'
import { startEmulator } from '../lib/server.mjs'

export const title = 'kills during restore, import, reset and snapshot'

const KILLS = Number(process.env.BENCH_WORLD_KILLS ?? 25)
const MESSAGES = 3000
const FILES = 20
const OPERATIONS = ['restore', 'import', 'reset', 'snapshot']

export const measure = () =>
  inScratch(async (folder) => {
    const file = join(folder, 'world.sqlite')
    const archives = { old: await archiveOf('old'), new: await archiveOf('new') }
    const durations = await prepare(file, archives)
    const starts = []
    const stops = []
    const replaced = { yes: 0, no: 0 }
    const wrong = []
    let current = 'old'
    for (let round = 0; round < KILLS; round++) {
      const operation = OPERATIONS[round % OPERATIONS.length]
      const other = operation === 'reset' ? 'empty' : current === 'old' ? 'new' : 'old'
      const started = performance.now()
      const emulator = await startEmulator('--db', file)
      starts.push(performance.now() - started)
      const answer = run(emulator.url, operation, other, archives).catch(() => false)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 * durations[operation]))
      const signal = isOdd(Math.floor(round / OPERATIONS.length)) ? 'SIGTERM' : 'SIGKILL'
      const stopMs = await end(emulator.pid, signal)
      if (signal === 'SIGTERM') stops.push(stopMs)
      const isAnswered = await answer
      const found = worldIn(file)
      const allowed = operation === 'snapshot' ? [current] : isAnswered ? [other] : [current, other]
      const context = `round ${round}, ${operation} ${isAnswered ? 'confirmed' : 'not confirmed'}, ${signal}`
      if (!allowed.includes(found)) wrong.push(`${context}: the world is ${found}, not ${allowed.join(' or ')}`)
      if (!areSnapshotsComplete(`${file}.snapshots`)) wrong.push(`${context}: a snapshot is damaged`)
      replaced[found === current ? 'no' : 'yes']++
      current = found
      if (found === 'empty') current = await refill(file, archives.old)
    }
    const figures = {
      kills: KILLS,
      replaced: replaced.yes,
      unchanged: replaced.no,
      'start ms p50': Math.round(percentile(starts, 50)),
      'start ms max': Math.round(Math.max(...starts)),
      wrong: wrong.join(' | ') || 'none',
    }
    return [
      { name: 'wrong worlds', ratio: wrong.length, target: { most: 0 }, figures },
      { name: 'longest stop after SIGTERM', ratio: Math.max(...stops), unit: ' ms', target: { most: 2000 } },
    ]
  })

const isOdd = (number) => number % 2 === 1

/** Sends the signal to a process, waits until the process has ended, and returns how long that took. */
async function end(pid, signal) {
  const started = performance.now()
  process.kill(pid, signal)
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 5))
  return Math.round(performance.now() - started)
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Creates a world whose names and messages contain the word, and returns its archive. */
async function archiveOf(word) {
  const emulator = await startEmulator('--memory')
  const act = (name, params) => post(`${emulator.url}/_emulator/actions/${name}`, params)
  await act('reset', {})
  await act('createUser', { handle: 'alice', first_name: word })
  await act('createBot', { handle: 'greeter', first_name: word, owner: 'alice' })
  await act('start', { as: 'alice', bot: 'greeter' })
  for (let nth = 0; nth < MESSAGES; nth++) await act('send', { as: 'alice', to: 'greeter', text: `${word} ${nth}` })
  for (let nth = 0; nth < FILES; nth++) {
    const base64 = Buffer.alloc(200_000, `${word} ${nth}`).toString('base64')
    await act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file: { name: 'a', base64 } })
  }
  const bytes = await (await fetch(`${emulator.url}/_emulator/export?tokens=true`)).arrayBuffer()
  await emulator.stop()
  return new Blob([bytes])
}

/** Saves both worlds as snapshots, restores the old one, and returns the milliseconds that each operation took. */
async function prepare(file, archives) {
  const { url, stop } = await startEmulator('--db', file)
  const durations = {}
  const timed = async (operation, ...args) => {
    const before = performance.now()
    if (!(await run(url, operation, ...args))) throw new Error(`The ${operation} failed.`)
    durations[operation] = performance.now() - before
  }
  for (const word of ['new', 'old']) {
    await timed('import', word, archives)
    await act(url, 'snapshot', { name: word })
  }
  await timed('snapshot')
  await timed('reset')
  await timed('restore', 'old')
  await stop()
  return durations
}

async function run(url, operation, other, archives) {
  if (operation === 'import') {
    const headers = { 'content-type': 'application/octet-stream' }
    return (await fetch(`${url}/_emulator/import`, { method: 'POST', headers, body: archives[other] })).ok
  }
  const params = { restore: { name: other }, reset: {}, snapshot: { name: 'again' } }[operation]
  return (await act(url, operation, params)).ok
}

const act = (url, name, params) => post(`${url}/_emulator/actions/${name}`, params)

async function post(url, body) {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}

/** Imports the old world again. On a very busy machine, an import can exceed its time limit. */
async function refill(file, archive) {
  const { url, stop } = await startEmulator('--db', file)
  let attempts = 5
  while (!(await run(url, 'import', 'old', { old: archive }))) {
    if (--attempts === 0) throw new Error('The import failed.')
  }
  await stop()
  return 'old'
}

/** Returns the word in the names and messages of the database, 'empty', or a word for what is wrong with it. */
function worldIn(file) {
  const db = new Database(file, { readonly: true })
  try {
    if (db.pragma('integrity_check', { simple: true }) !== 'ok') return 'damaged'
    if (db.pragma('foreign_key_check').length) return 'references'
    const counts = db.prepare('select (select count(*) from users), (select count(*) from messages)').raw().get()
    if (counts.join() === '0,0') return 'empty'
    const words = db
      .prepare(`select first_name from users union select substr(text, 1, 3) from messages where text <> '/start'`)
      .pluck()
      .all()
    if (words.length !== 1 || counts[1] !== MESSAGES + FILES + 1) return 'mixed'
    const stored = new Set(readdirSync(`${file}.files`))
    const needed = db.prepare('select distinct unique_id from files').pluck().all()
    if (needed.length !== FILES || !needed.every((id) => stored.has(id))) return 'without bytes'
    return words[0]
  } finally {
    db.close()
  }
}

function areSnapshotsComplete(folder) {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.snapshot')) : []
  return names.every((name) => {
    const db = new Database(readFileSync(join(folder, name)))
    try {
      return db.pragma('integrity_check', { simple: true }) === 'ok'
    } finally {
      db.close()
    }
  })
}
