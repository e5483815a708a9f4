// The database file: what is in it after a kill, and which files a start refuses and leaves as they are.

import { hash } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createEmulator, type Emulator } from '../../../src/emulator.ts'
import { openDatabase } from '../../../src/service/store/open.ts'
import { SCHEMA_VERSION } from '../../../src/service/store/schema.ts'
import { emptyFolder } from '../../helpers/program.ts'
import { writeWithoutChecks } from './without-checks.ts'

function place() {
  const folder = emptyFolder()
  return join(folder, 'world.sqlite')
}

function open(file: string): Emulator {
  const emulator = createEmulator({ file })
  onTestFinished(() => emulator.close())
  return emulator
}

const people = (file: string) => (open(file).view('/users') as { handle: string }[]).map(({ handle }) => handle)

const createUsers = ({ perform }: Emulator, ...handles: string[]) => {
  for (const handle of handles) perform('createUser', { handle, first_name: handle })
}

/** Copies what an emulator has on the disk at this moment, as a kill would leave it. */
function killed(file: string): string {
  const copy = place()
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, copy + suffix)
  return copy
}

/** A closed database with some hundred messages. */
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

function changed(file: string, change: (db: Database.Database) => void) {
  const db = new Database(file)
  change(db)
  db.close()
  return file
}

function edited(file: string, edit: (bytes: Buffer) => unknown) {
  const bytes = readFileSync(file)
  edit(bytes)
  writeFileSync(file, bytes)
  return file
}

const hashesIn = (folder: string) =>
  readdirSync(folder).map((name) => [name, hash('sha256', readFileSync(join(folder, name)))])

/** The problem with which a start is refused, after checking that the start has changed no file. */
function refusal(file: string) {
  const folder = join(file, '..')
  const before = hashesIn(folder)
  try {
    void createEmulator({ file }).close()
    return 'it started'
  } catch (error) {
    expect(hashesIn(folder)).toEqual(before)
    const { code, message, hint } = error as { code: string; message: string; hint: string }
    return { code, message, hint }
  }
}

const damaged = (file: string, how: unknown) => ({
  code: 'damaged-database',
  message: how,
  hint:
    `Delete this world with: npx bot-emulator reset ${file}, ` +
    `or recover what SQLite can read: sqlite3 ${file} .recover | sqlite3 recovered.sqlite`,
})

const wrongTables = (file: string) =>
  damaged(file, `${file} is damaged: its tables do not match this version of bot-emulator.`)

describe('what was committed last', () => {
  it('is there after a kill', () => {
    const file = place()
    const emulator = open(file)
    createUsers(emulator, 'alice')
    expect(people(killed(file))).toEqual(['alice'])
    createUsers(emulator, 'bob')
    expect(people(killed(file))).toEqual(['alice', 'bob'])
  })

  it('is there after a kill following a checkpoint, which keeps the WAL file at some megabytes', () => {
    const file = place()
    const { world } = open(file)
    const long = 'x'.repeat(20_000)
    for (let n = 0; n < 2000; n++) world.transact(({ store }) => store.settings.set(`setting ${n}`, long))
    expect(statSync(`${file}-wal`).size).toBeLessThan(32 * 1024 * 1024)
    const { store } = open(killed(file)).world
    const settings = Array.from({ length: 2000 }, (_, n) => store.settings.get(`setting ${n}`))
    expect(settings.every((one) => one === long)).toBe(true)
  })

  it('is in the file alone when the emulator is closed', async () => {
    const file = place()
    const emulator = createEmulator({ file })
    createUsers(emulator, 'alice')
    await emulator.close()
    expect(readdirSync(join(file, '..'))).toEqual(['world.sqlite'])
    expect(people(file)).toEqual(['alice'])
  })

  it('is all that a power failure takes, if it loses the end of the WAL file', () => {
    const file = place()
    const emulator = open(file)
    for (let i = 0; i < 20; i++) createUsers(emulator, `user${i}`)
    const copy = killed(file)
    truncateSync(`${copy}-wal`, Math.floor(statSync(`${copy}-wal`).size / 2))
    const handles = people(copy)
    expect(handles).toEqual(Array.from({ length: handles.length }, (_, i) => `user${i}`))
    expect(handles.length).toBeGreaterThan(0)
    expect(handles.length).toBeLessThan(20)
  })
})

it.each([
  [false, 1],
  [true, 2],
])('durable %s: the WAL file is synced with each commit only if that is asked for', (durable, level) => {
  const db = openDatabase(place(), { durable })
  expect(db.pragma('synchronous', { simple: true })).toBe(level)
  db.close()
})

it('a second emulator is refused', () => {
  const file = place()
  createUsers(open(file), 'alice')
  expect(refusal(file)).toEqual({
    code: 'database-in-use',
    message: `${file} is already open in another emulator.`,
    hint: 'Stop the emulator that uses the file, name another file with --db, or pass --memory.',
  })
})

describe('a database of another version is refused', () => {
  it.each([
    [10, 'older', 'an older', (file: string) => `Delete this world with: npx bot-emulator reset ${file}`],
    [999, 'newer', 'a newer', () => 'Update bot-emulator'],
  ])('schema %i', (schema, age, emulator, remedy) => {
    const file = place()
    createUsers(open(file), 'alice')
    const copy = edited(killed(file), (bytes) => bytes.writeUInt32BE(schema, 60))
    expect(refusal(copy)).toEqual({
      code: `${age}-database`,
      message: `${copy} was written by ${emulator} bot-emulator (schema ${schema}; this version uses ${SCHEMA_VERSION}).`,
      hint: `${remedy(copy)}, or name another file with --db.`,
    })
  })
})

describe('a foreign file is refused', () => {
  it.each<[string, (file: string) => unknown]>([
    ['a database of another program', (file) => changed(file, (db) => db.exec('create table notes (text)'))],
    ['a text', (file) => writeFileSync(file, 'Dear reader,\n'.repeat(100))],
    ['a short text', (file) => writeFileSync(file, 'milk')],
  ])('%s', (_, write) => {
    const file = place()
    write(file)
    expect(refusal(file)).toEqual({
      code: 'foreign-database',
      message: `${file} is not a bot-emulator database.`,
      hint: 'Choose another file with --db.',
    })
  })
})

describe('a damaged database is refused', () => {
  it('cut to a half', async () => {
    const file = await furnished()
    truncateSync(file, Math.floor(statSync(file).size / 4096) * 2048)
    expect(refusal(file)).toEqual(damaged(file, `${file} is damaged: database disk image is malformed.`))
  })

  it('with a damaged page', async () => {
    const file = await furnished()
    let page = 0
    edited(file, (bytes) => {
      page = Math.floor(bytes.indexOf('message 250') / 2048)
      bytes.fill(0xff, page * 2048, page * 2048 + 100)
    })
    const how = new RegExp(`^${file} is damaged: .*page ${page + 1}\\b.*[^.]\\.$`)
    expect(refusal(file)).toEqual(damaged(file, expect.stringMatching(how)))
  })

  it('with a damaged schema', async () => {
    const file = edited(await furnished(), (bytes) => bytes.fill(0xff, 100, 200))
    expect(refusal(file)).toEqual(damaged(file, expect.stringMatching(/^.*world\.sqlite is damaged: .*\.$/)))
  })

  it('with a row that a check refuses', async () => {
    const file = await furnished()
    writeWithoutChecks(file, `update members set status = 7; update users set devices = -1`)
    expect(refusal(file)).toEqual(damaged(file, `${file} is damaged: CHECK constraint failed in users.`))
  })

  it.each([
    'drop table seen_users; create view seen_users as select 1 as bot, 2 as user',
    'create trigger t after insert on messages begin delete from messages; end',
    'create index i on users (abs(id))',
  ])('with another schema: %s', async (sql) => {
    const file = changed(await furnished(), (db) => db.exec(sql))
    expect(refusal(file)).toEqual(wrongTables(file))
  })

  it('beside the WAL file of another database, which is not written into it', async () => {
    const file = await furnished()
    const other = place()
    const emulator = open(other)
    createUsers(emulator, 'bob')
    copyFileSync(`${other}-wal`, `${file}-wal`)
    expect(refusal(file)).toEqual(damaged(file, expect.stringContaining(`${file} is damaged: `)))
    rmSync(`${file}-wal`)
    expect(people(file)).toEqual(['alice'])
  })

  it('with settings of the service that are not valid', async () => {
    const file = changed(await furnished(), (db) =>
      db.exec(`insert into settings values ('service', '{"webhook_routes":{"a.example":"http://192.0.2.1"}}')`),
    )
    expect(refusal(file)).toEqual({
      code: 'damaged-database',
      message:
        'The stored settings of the service are wrong: webhook_routes.a.example: Invalid input: expected a target on this machine, such as http://127.0.0.1:3000.',
      hint: 'Choose another file with --db.',
    })
  })

  it('while an emulator uses it: the call is refused', async () => {
    const emulator = open(await furnished())
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

it.each([
  ['a -shm file of somebody else', '-shm'],
  ['a WAL file without a header', '-wal'],
])('a start ignores %s', async (_, suffix) => {
  const file = await furnished()
  writeFileSync(file + suffix, Buffer.alloc(100_000, 7))
  expect(people(file)).toEqual(['alice'])
})

it('a stored webhook with the address of another machine gets nothing, although its resolved address is allowed', async () => {
  const file = await furnished()
  const before = createEmulator({ file })
  before.perform('updateService', { allow_local_webhooks: true })
  await before.close()
  changed(file, (db) =>
    db.exec(`insert into webhooks (bot, url, address, max_connections)
      select id, 'http://192.0.2.1:9/', '127.0.0.1', 40 from bots`),
  )
  const { perform, view, world } = open(file)
  const delivered = new Promise((resolve) => world.log.subscribeTo(['delivery'], resolve))
  perform('send', { as: 'alice', to: 'greeter', text: 'hello' })
  await delivered
  const [delivery] = view('/bots/greeter/deliveries') as { error: string }[]
  expect(delivery?.error).toContain(
    'No route leads to 192.0.2.1:9: the emulator delivers updates only to this machine.',
  )
})
