// Killed at any moment, it has lost nothing that it acknowledged, and done nothing by halves.

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { type EmulatorProcess, emulatorProcess, post } from '../helpers/emulator.ts'
import { emptyFolder } from '../helpers/program.ts'

const KILLS = 16
const SENDERS = 4

/** Writes until the connection breaks, and keeps what was acknowledged. */
async function write(emulator: EmulatorProcess, round: number, acknowledged: Set<string>, onFirst: () => void) {
  const { url, bots } = emulator
  const token = bots[0]!.token
  async function sender(name: string, call: (text: string) => Promise<{ ok: boolean } | undefined>) {
    for (let i = 0; ; i++) {
      const text = `${round} ${name} ${i}`
      const answer = await call(text)
      if (!answer) return
      if (!answer.ok) continue
      acknowledged.add(text)
      onFirst()
    }
  }
  const people = Array.from({ length: SENDERS }, (_, n) =>
    sender(`person ${n}`, (text) =>
      post(`${url}/_emulator/actions/send`, { as: ['alice', 'bob', 'carol'][n % 3], to: 'greeter', text }),
    ),
  )
  const bot = sender('bot', (text) => post(`${url}/bot${token}/sendMessage`, { chat_id: 100001, text }))
  await Promise.all([...people, bot])
}

interface Found {
  integrity: unknown
  texts: Set<string>
  fromPeople: number
  updates: number
  lastUpdate: number
}

function look(file: string): Found {
  // Whoever could write would put the log into the file, which the next start is to find as the kill left it.
  const db = new Database(file, { readonly: true })
  try {
    const texts = db.prepare('select text from messages').pluck().all() as string[]
    return {
      integrity: db.pragma('integrity_check', { simple: true }),
      texts: new Set(texts),
      fromPeople: db
        .prepare('select count(*) from messages join users on users.id = author where not is_bot')
        .pluck()
        .get() as number,
      updates: db.prepare('select count(*) from updates').pluck().get() as number,
      lastUpdate: db.prepare('select last_update_id from bots').pluck().get() as number,
    }
  } finally {
    db.close()
  }
}

it(`loses nothing over ${KILLS} kills at random moments`, { timeout: 300_000 }, async () => {
  const folder = emptyFolder()
  const file = join(folder, 'world.sqlite')
  const acknowledged = new Set<string>()
  let lastUpdate = 0
  for (let round = 0; round < KILLS; round++) {
    const emulator = await emulatorProcess(['--db', file])
    const first = Promise.withResolvers<void>()
    const writing = write(emulator, round, acknowledged, first.resolve)
    // Every other time it dies while it is at work, and else perhaps before it has begun.
    if (round % 2) await first.promise
    await pause(Math.random() * 60)
    expect(await emulator.end('SIGKILL')).toBe('SIGKILL')
    await writing
    const found = look(file)
    expect(found.integrity).toBe('ok')
    expect([...acknowledged].filter((text) => !found.texts.has(text))).toEqual([])
    // Each message of a person has made its update, and there is no update of a message that is not there.
    expect(found.updates).toBe(found.fromPeople)
    expect(found.lastUpdate).toBe(found.updates)
    expect(found.lastUpdate).toBeGreaterThanOrEqual(lastUpdate)
    lastUpdate = found.lastUpdate
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS / 2)
})
