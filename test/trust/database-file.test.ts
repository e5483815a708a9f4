// The database file and its log: what one of them holds alone, and what is refused by name.

import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createEmulator, type Emulator } from '../../src/emulator.ts'
import { openDatabase } from '../../src/store/disk/open.ts'
import { SCHEMA_VERSION } from '../../src/store/schema.ts'
import { receiver } from '../worlds/receiver.ts'

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'database-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'world.sqlite')
}

function open(file: string): Emulator {
  const emulator = createEmulator({ file })
  onTestFinished(() => emulator.close())
  return emulator
}

const people = (file: string) => (open(file).view('/users') as { handle: string }[]).map(({ handle }) => handle)

const logOf = (file: string) => `${file}-wal`

const createUsers = ({ perform }: Emulator, ...handles: string[]) => {
  for (const handle of handles) perform('createUser', { handle, first_name: handle })
}

/** Copies what an emulator has on the disk at this moment, as a kill would leave it. */
function copyOf(file: string, ...suffixes: string[]): string {
  const copy = place()
  for (const suffix of ['', ...suffixes]) copyFileSync(file + suffix, copy + suffix)
  return copy
}

const MISSING_LOG = (file: string) => ({
  code: 'missing-log',
  message: `${file} was copied or moved without ${file}-wal, which contains its latest commits.`,
  hint:
    `Put the missing WAL file back next to the database. To copy a running world, use bot-emulator export. ` +
    `Save the readable data with: bot-emulator export saved.world --from ${file}`,
})

const DAMAGED = (file: string, how: unknown) => ({
  code: 'damaged-database',
  message: how,
  hint: `Save the readable data with: bot-emulator export saved.world --from ${file}`,
})

function refusal(file: string) {
  const before = readFileSync(file)
  try {
    void createEmulator({ file }).close()
  } catch (error) {
    expect(readFileSync(file).equals(before)).toBe(true)
    const { code, message, hint } = error as { code: string; message: string; hint: string }
    return { code, message, hint }
  }
  return 'it started'
}

/** Resolves once all is in the file. */
const writtenBack = (file: string) => vi.waitUntil(() => statSync(logOf(file)).size === 0, { timeout: 10_000 })

describe('what was committed last', () => {
  it('is in the log at once, and in the file alone after a moment', async () => {
    const file = place()
    const emulator = open(file)
    createUsers(emulator, 'alice')
    expect(people(copyOf(file, '-wal'))).toEqual(['alice'])
    await writtenBack(file)
    expect(people(copyOf(file))).toEqual(['alice'])
    createUsers(emulator, 'bob')
    expect(people(copyOf(file, '-wal'))).toEqual(['alice', 'bob'])
    await writtenBack(file)
    expect(people(copyOf(file))).toEqual(['alice', 'bob'])
  })

  it('never makes the log larger than some megabytes', () => {
    const file = place()
    const { world } = open(file)
    const long = 'x'.repeat(20_000)
    let largest = 0
    for (let n = 0; n < 2000; n++) {
      world.transact(({ store }) => store.settings.set(`setting ${n}`, long))
      largest = Math.max(largest, statSync(logOf(file)).size)
    }
    expect(largest).toBeGreaterThan(12 * 1024 * 1024)
    expect(largest).toBeLessThan(16 * 1024 * 1024)
    // The log was begun anew: the file alone still says that it needs it, and with it nothing is lacking.
    const alone = copyOf(file)
    expect(refusal(alone)).toEqual(MISSING_LOG(alone))
    const { store } = open(copyOf(file, '-wal')).world
    expect(
      Array.from({ length: 2000 }, (_, n) => store.settings.get(`setting ${n}`)).every((one) => one === long),
    ).toBe(true)
  })

  it('is in the file when the emulator is closed, and no log is left', async () => {
    const file = place()
    const emulator = createEmulator({ file })
    createUsers(emulator, 'alice')
    await emulator.close()
    expect(existsSync(logOf(file))).toBe(false)
    expect(people(copyOf(file))).toEqual(['alice'])
  })

  it('is there after another program has written the log of a killed emulator into the file', () => {
    const file = place()
    createUsers(open(file), 'alice')
    const killed = copyOf(file, '-wal')
    const db = new Database(killed)
    expect(db.pragma('quick_check', { simple: true })).toBe('ok')
    db.close()
    expect(existsSync(logOf(killed))).toBe(false)
    expect(people(killed)).toEqual(['alice'])
  })

  it('is refused to be done without: a copy of the file alone says that it needs its log', async () => {
    const file = place()
    const emulator = open(file)
    const atOnce = copyOf(file)
    expect(refusal(atOnce)).toEqual(MISSING_LOG(atOnce))
    createUsers(emulator, 'alice')
    await writtenBack(file)
    createUsers(emulator, 'bob')
    const alone = copyOf(file)
    expect(refusal(alone)).toEqual(MISSING_LOG(alone))
    expect(readdirSync(join(alone, '..'))).toEqual(['world.sqlite'])
    copyFileSync(logOf(file), logOf(alone))
    expect(people(alone)).toEqual(['alice', 'bob'])
  })

  it('is refused to be done without also where it is that an update was delivered', async () => {
    const file = place()
    const { perform, call, view } = open(file)
    let release = () => {}
    const to = await receiver((response) => {
      release = () => response.end()
    })
    perform('createUser', { handle: 'alice', first_name: 'Alice' })
    perform('createBot', { handle: 'greeter', first_name: 'Greeter', owner: 'alice', token: '42:T' })
    perform('updateService', { webhook_routes: { 'bot.example.org': to.origin } })
    perform('start', { as: 'alice', bot: 'greeter' })
    perform('send', { as: 'alice', to: 'greeter', text: 'hi' })
    await call({ token: '42:T', method: 'setWebhook', input: { url: 'https://bot.example.org/' } })
    await to.received(1)
    await writtenBack(file)
    release()
    await to.received(2)
    expect(view('/bots/greeter/deliveries')).toHaveLength(1)
    const alone = copyOf(file)
    expect(refusal(alone)).toEqual(MISSING_LOG(alone))
  })
})

it('a hard link to a database is refused while an emulator has it open, or lacks the WAL file', async () => {
  const file = place()
  const link = place()
  const emulator = open(file)
  createUsers(emulator, 'alice')
  linkSync(file, link)
  expect(refusal(link)).toMatchObject({ message: `${link} is already open in another emulator.` })
  const killed = copyOf(file)
  const linkToKilled = place()
  linkSync(killed, linkToKilled)
  expect(refusal(linkToKilled)).toEqual(MISSING_LOG(linkToKilled))
  await emulator.close()
  expect(people(link)).toEqual(['alice'])
})

describe('a power failure that loses the end of the WAL file', () => {
  async function poweredOff(size: (bytes: number) => number) {
    const file = place()
    const emulator = open(file)
    createUsers(emulator, 'first')
    await writtenBack(file)
    for (let i = 0; i < 20; i++) createUsers(emulator, `user${i}`)
    const copy = copyOf(file, '-wal')
    truncateSync(logOf(copy), size(statSync(logOf(copy)).size))
    return copy
  }

  it.each([0.2, 0.5, 0.9, 1])('loses only the latest changes if %d of the file is left', async (share) => {
    const file = await poweredOff((bytes) => Math.floor(bytes * share))
    const handles = people(file)
    expect(handles).toEqual(['first', ...Array.from({ length: handles.length - 1 }, (_, i) => `user${i}`)])
    expect(handles.length === 21).toBe(share === 1)
    expect(handles.length).toBeGreaterThan(1)
  })

  it('loses only the latest changes if only the header is left', async () => {
    expect(people(await poweredOff(() => 32))).toEqual(['first'])
  })

  it('does not open the database if nothing of the file is left', async () => {
    const file = await poweredOff(() => 0)
    expect(refusal(file)).toEqual(MISSING_LOG(file))
  })
})

it('opens the database after a kill between the new header of the WAL file and the next commit', async () => {
  const file = place()
  const emulator = open(file)
  createUsers(emulator, 'alice')
  await writtenBack(file)
  createUsers(emulator, 'bob')
  const killed = copyOf(file, '-wal')
  const log = readFileSync(logOf(killed))
  // A frame with another salt is a frame of the WAL file before the checkpoint. SQLite ignores it.
  log.writeUInt32BE(log.readUInt32BE(32 + 8) - 1, 32 + 8)
  writeFileSync(logOf(killed), log)
  expect(people(killed)).toEqual(['alice'])
})

it.each([
  [false, 1],
  [true, 2],
])('durable %s: the log is brought to the disk with each commit only where that is asked for', (durable, level) => {
  const db = openDatabase(place(), { durable })
  expect(db.pragma('synchronous', { simple: true })).toBe(level)
  db.close()
})

describe('a database with another schema is refused, and neither it nor its log changes', () => {
  it.each([
    [10, 'older', 'an older', 'Name another file with --db.'],
    [999, 'newer', 'a newer', 'Update bot-emulator, or name another file with --db.'],
  ])('schema %i', (schema, age, emulator, hint) => {
    const file = place()
    createUsers(open(file), 'alice')
    const killed = copyOf(file, '-wal')
    const bytes = readFileSync(killed)
    bytes.writeUInt32BE(schema, 60)
    writeFileSync(killed, bytes)
    const log = readFileSync(logOf(killed))
    expect(refusal(killed)).toEqual({
      code: `${age}-database`,
      message: `${killed} was written by ${emulator} bot-emulator (schema ${schema}; this version uses ${SCHEMA_VERSION}).`,
      hint,
    })
    expect(readFileSync(logOf(killed)).equals(log)).toBe(true)
    expect(readdirSync(join(killed, '..')).sort()).toEqual(['world.sqlite', 'world.sqlite-wal'])
  })
})

describe('a database that is not whole is refused by name', () => {
  /** A closed one with some hundred messages. */
  async function furnished() {
    const file = place()
    const emulator = createEmulator({ file })
    createUsers(emulator, 'alice')
    emulator.perform('createBot', { handle: 'greeter', first_name: 'Greeter', owner: 'alice' })
    emulator.perform('start', { as: 'alice', bot: 'greeter' })
    for (let n = 0; n < 500; n++) emulator.perform('send', { as: 'alice', to: 'greeter', text: `message ${n}` })
    await emulator.close()
    return file
  }

  it('cut to a half', async () => {
    const file = await furnished()
    const { size } = statSync(file)
    const half = Math.floor(size / 4096) * 2048
    truncateSync(file, half)
    expect(refusal(file)).toEqual(
      DAMAGED(file, `${file} is damaged: it is truncated: ${half} of ${size} bytes are left.`),
    )
  })

  it('without its last byte', async () => {
    const file = await furnished()
    const { size } = statSync(file)
    truncateSync(file, size - 1)
    expect(refusal(file)).toEqual(
      DAMAGED(file, `${file} is damaged: it is truncated: ${size - 1} of ${size} bytes are left.`),
    )
  })

  it('cut to nothing, beside a log that is not', () => {
    const file = place()
    createUsers(open(file), 'alice')
    const killed = copyOf(file, '-wal')
    truncateSync(killed, 0)
    const log = readFileSync(logOf(killed))
    expect(refusal(killed)).toEqual(DAMAGED(killed, `${killed} is damaged: it is empty, and ${killed}-wal is not.`))
    expect(readFileSync(logOf(killed)).equals(log)).toBe(true)
  })

  it('with a damaged page', async () => {
    const file = await furnished()
    const pages = readFileSync(file)
    const at = pages.indexOf('message 250')
    pages.fill(0xff, Math.floor(at / 2048) * 2048, Math.floor(at / 2048) * 2048 + 100)
    writeFileSync(file, pages)
    const page = Math.floor(at / 2048) + 1
    expect(refusal(file)).toEqual(
      DAMAGED(file, expect.stringMatching(new RegExp(`^${file} is damaged: .*page ${page}\\b.*[^.]\\.$`))),
    )
  })

  it('with a damaged schema', async () => {
    const file = await furnished()
    writeFileSync(file, readFileSync(file).fill(0xff, 100, 200))
    expect(refusal(file)).toEqual(DAMAGED(file, expect.stringMatching(/^.*world\.sqlite is damaged: .*\.$/)))
  })

  it('and so it is when the page is damaged while the emulator runs', async () => {
    const file = await furnished()
    const emulator = open(file)
    vi.spyOn(emulator.world.store.messages, 'insert').mockImplementationOnce(() => {
      throw Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' })
    })
    expect(() => emulator.perform('send', { as: 'alice', to: 'greeter', text: 'more' })).toThrow(
      expect.objectContaining({
        code: 'damaged-database',
        message: 'The database is damaged (database disk image is malformed); nothing was changed.',
        hint: 'Restart the emulator: it then reports the damage and what to do.',
      }),
    )
  })
})
