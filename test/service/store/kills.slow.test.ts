// Killed in the middle of an import, it has the old world or the new one, whole.

import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { createEmulator } from '../../../src/emulator.ts'
import { emulatorProcess } from '../../helpers/emulator.ts'
import { emptyFolder } from '../../helpers/program.ts'
import { isContentId } from '../../helpers/stored.ts'

const KILLS = 6
const FILES = 20

/** A world with a word of its own in every table that matters, and files that take a moment. */
async function archiveOf(word: string): Promise<Blob> {
  const emulator = createEmulator()
  const { perform } = emulator
  perform('createUser', { handle: 'alice', first_name: word })
  perform('createBot', { handle: 'greeter', first_name: word, owner: 'alice' })
  perform('start', { as: 'alice', bot: 'greeter' })
  for (let i = 0; i < 3000; i++) perform('send', { as: 'alice', to: 'greeter', text: `${word} ${i}` })
  for (let i = 0; i < FILES; i++) {
    const base64 = Buffer.alloc(200_000, `${word} ${i}`).toString('base64')
    await perform('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file: { name: 'a', base64 } })
  }
  const { file, dispose } = await emulator.exportWorld({ tokens: true })
  const { readFile } = await import('node:fs/promises')
  const bytes = await readFile(file)
  await dispose()
  await emulator.close()
  return new Blob([new Uint8Array(bytes)])
}

const bring = async (url: string, body: Blob) => {
  try {
    const headers = { 'content-type': 'application/octet-stream' }
    const response = await fetch(`${url}/_emulator/import`, { method: 'POST', headers, body })
    return response.status
  } catch {
    return undefined
  }
}

/** Returns which of the two worlds the database contains, after checking that it contains the whole of one. */
function look(path: string): string {
  // A copy is opened, because opening the database would repair what the next start must find as the kill left it.
  const copy = mkdtempSync(join(tmpdir(), 'kills-copy-'))
  const file = join(copy, 'world.sqlite')
  for (const suffix of ['', '-wal', '-journal']) {
    if (existsSync(`${path}${suffix}`)) copyFileSync(`${path}${suffix}`, `${file}${suffix}`)
  }
  const db = new Database(file)
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('foreign_key_check')).toEqual([])
    const words = db
      .prepare(`select first_name from users union select substr(text, 1, 3) from messages where text <> '/start'
        union select substr(json_extract(body, '$.message.text'), 1, 3) from updates
        where json_extract(body, '$.message.text') <> '/start'`)
      .pluck()
      .all()
    expect(words).toHaveLength(1)
    expect(db.prepare('select count(*) from messages').pluck().get()).toBe(3001 + FILES)
    const present = new Set(readdirSync(`${path}.files`))
    const needed = db.prepare('select distinct unique_id from files').pluck().all() as string[]
    expect(needed).toHaveLength(FILES)
    expect(needed.filter((id) => !present.has(id))).toEqual([])
    return words[0] as string
  } finally {
    db.close()
    rmSync(copy, { recursive: true })
  }
}

it(`${KILLS} times`, { timeout: 300_000 }, async () => {
  const folder = emptyFolder()
  const path = join(folder, 'world.sqlite')
  const worlds = { old: await archiveOf('old'), new: await archiveOf('new') }

  const first = await emulatorProcess(['--db', path])
  const before = performance.now()
  expect(await bring(first.url, worlds.old)).toBe(200)
  const whole = performance.now() - before
  await first.end('SIGTERM')
  expect(look(path)).toBe('old')

  const outcomes = { came: 0, stayed: 0 }
  for (let round = 0; round < KILLS; round++) {
    const here = look(path)
    const other = here === 'old' ? 'new' : 'old'
    const emulator = await emulatorProcess(['--db', path])
    const bringing = bring(emulator.url, worlds[other])
    await pause((whole * 1.3 * (round + 1)) / KILLS)
    await emulator.end('SIGKILL')
    const acknowledged = await bringing
    const now = look(path)
    if (acknowledged === 200) expect(now).toBe(other)
    outcomes[now === other ? 'came' : 'stayed']++
  }
  expect(outcomes.stayed).toBeGreaterThan(0)

  // What the kills left half unpacked goes at the next start.
  const last = await emulatorProcess(['--db', path])
  await last.end('SIGTERM')
  expect(readdirSync(`${path}.files`).filter((name) => !isContentId(name))).toEqual([])
  expect(['old', 'new']).toContain(look(path))
})
