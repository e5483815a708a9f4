// What can be read of a database goes into a file that a new world takes.

import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../src/emulator.ts'
import { emptyFolder, run } from '../cli/program.ts'
import { writeWithoutChecks } from '../snapshots/without-checks.ts'

// biome-ignore lint/suspicious/noExplicitAny: what an emulator answers is looked into freely
type Json = any

const MESSAGES = 500

/** A closed database with messages and a file, in a folder of its own. */
async function furnished() {
  const cwd = emptyFolder()
  const db = join(cwd, 'world.sqlite')
  const emulator = createEmulator({ file: db })
  const { perform } = emulator
  perform('createUser', { handle: 'alice', first_name: 'Alice' })
  perform('createBot', { handle: 'greeter', first_name: 'Greeter', owner: 'alice', token: '1:token' })
  perform('start', { as: 'alice', bot: 'greeter' })
  for (let n = 0; n < MESSAGES; n++) perform('send', { as: 'alice', to: 'greeter', text: `message ${n}.` })
  const base64 = Buffer.from('content').toString('base64')
  const sent = (await perform('sendFile', {
    as: 'alice',
    to: 'greeter',
    kind: 'document',
    file: { name: 'a', base64 },
  })) as Json
  await emulator.close()
  return { cwd, db, uniqueId: sent.document.file_unique_id as string }
}

const exported = (cwd: string, ...flags: string[]) =>
  run(['export', 'saved.world', '--from', 'world.sqlite', ...flags], { cwd }).ended

/** The world that the file makes of an empty one. */
async function imported(cwd: string) {
  const emulator = createEmulator()
  onTestFinished(() => emulator.close())
  await emulator.importWorld(async (path) => copyFileSync(join(cwd, 'saved.world'), path))
  const messages = emulator.view('/chats/alice/messages', { bot: 'greeter' }) as Json[]
  return { emulator, texts: messages.flatMap(({ text }) => (text?.startsWith('message') ? [text] : [])), messages }
}

const everyText = Array.from({ length: MESSAGES }, (_, n) => `message ${n}.`)

it('all of a whole one, which is left as it was', async () => {
  const { cwd, db, uniqueId } = await furnished()
  const before = [readdirSync(cwd), readFileSync(db)]
  expect(await exported(cwd, '--tokens')).toEqual({ code: 0, stdout: 'The world is in saved.world.\n', stderr: '' })
  expect([readdirSync(cwd).filter((name) => name !== 'saved.world'), readFileSync(db)]).toEqual(before)
  const { emulator, texts } = await imported(cwd)
  expect(texts).toEqual(everyText)
  expect(readFileSync(emulator.findFile(uniqueId).path, 'utf8')).toBe('content')
  expect(emulator.view('/bots/greeter')).toMatchObject({ token: '1:token' })
})

it('all of one that was killed, with what its log has', async () => {
  const { cwd, db } = await furnished()
  const emulator = createEmulator({ file: db })
  emulator.perform('send', { as: 'alice', to: 'greeter', text: 'message last' })
  for (const name of ['world.sqlite', 'world.sqlite-wal'])
    copyFileSync(join(cwd, name), join(cwd, `killed${name.slice(5)}`))
  await emulator.close()
  expect((await run(['export', 'saved.world', '--from', 'killed.sqlite'], { cwd }).ended).code).toBe(0)
  const { texts } = await imported(cwd)
  expect(texts).toEqual([...everyText, 'message last'])
})

it('all but the latest changes of one whose WAL file is lost', async () => {
  const { cwd, db } = await furnished()
  const emulator = createEmulator({ file: db })
  emulator.perform('send', { as: 'alice', to: 'greeter', text: 'message last' })
  copyFileSync(db, join(cwd, 'alone.sqlite'))
  await emulator.close()
  expect((await run(['start', '--headless', '--db', 'alone.sqlite'], { cwd }).ended).stderr).toContain('latest commits')
  expect((await run(['export', 'saved.world', '--from', 'alone.sqlite'], { cwd }).ended).code).toBe(0)
  expect((await imported(cwd)).texts).toEqual(everyText)
})

it('all but a damaged page', async () => {
  const { cwd, db } = await furnished()
  const bytes = readFileSync(db)
  const start = Math.floor(bytes.lastIndexOf('message 250.') / 2048) * 2048
  writeFileSync(db, bytes.fill(0xff, start, start + 2048))
  const { code, stdout } = await exported(cwd, '--json')
  const { result } = JSON.parse(stdout) as Json
  expect({ code, file: result.file }).toEqual({ code: 0, file: 'saved.world' })
  expect(result.lost[0]).toMatch(/^Some rows of (messages|updates) could not be read\.$/)
  const { emulator, texts } = await imported(cwd)
  const updates = (emulator.view('/bots/greeter/updates') as Json[]).length
  expect(Math.min(texts.length, updates)).toBeGreaterThan(MESSAGES * 0.9)
  expect(Math.min(texts.length, updates)).toBeLessThan(MESSAGES)
})

it('what is left of one that was cut', async () => {
  const { cwd, db } = await furnished()
  truncateSync(db, Math.floor((statSync(db).size * 0.8) / 2048) * 2048)
  const { code, stdout } = await exported(cwd)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^The world is in saved\.world\.\nSome rows of /)
  expect((await imported(cwd)).emulator.view('/users/alice')).toMatchObject({ first_name: 'Alice' })
})

it('all but rows that make no sense', async () => {
  const { cwd, db } = await furnished()
  writeWithoutChecks(
    db,
    `update messages set date = 'today' where message_id = 7; update updates set body = '{' where update_id = 9`,
  )
  expect(await exported(cwd)).toEqual({
    code: 0,
    stdout:
      'The world is in saved.world.\n' +
      'Damaged rows of messages that were left out: 1.\n' +
      'Damaged rows of updates that were left out: 1.\n',
    stderr: '',
  })
  expect((await imported(cwd)).texts).toHaveLength(MESSAGES - 1)
})

it('all but bytes that are missing, and says which', async () => {
  const { cwd, uniqueId } = await furnished()
  rmSync(join(cwd, 'world.sqlite.files', uniqueId))
  expect(await exported(cwd)).toEqual({
    code: 0,
    stdout: `The world is in saved.world.\nThe content of the file ${uniqueId} is missing.\n`,
    stderr: '',
  })
  const { texts, messages } = await imported(cwd)
  expect(texts).toEqual(everyText)
  expect(messages.at(-1)).toMatchObject({ document: { file_unique_id: uniqueId } })
})

it.each<[string, (path: string) => void]>([
  ['that have changed', (path) => writeFileSync(path, 'CONTENT')],
  ['of another length', (path) => writeFileSync(path, 'c')],
  [
    'that are a link to a file of another program',
    (path) => {
      writeFileSync(`${path}.secret`, 'PRIVATE')
      rmSync(path)
      symlinkSync(`${path}.secret`, path)
    },
  ],
  [
    'that are a pipe',
    (path) => {
      rmSync(path)
      execFileSync('mkfifo', [path])
    },
  ],
])('all but bytes %s', async (_, change) => {
  const { cwd, uniqueId } = await furnished()
  change(join(cwd, 'world.sqlite.files', uniqueId))
  expect(await exported(cwd)).toEqual({
    code: 0,
    stdout: `The world is in saved.world.\nThe content of the file ${uniqueId} has changed.\n`,
    stderr: '',
  })
  expect(readFileSync(join(cwd, 'saved.world')).includes('PRIVATE')).toBe(false)
  expect((await imported(cwd)).texts).toEqual(everyText)
})

it.each<[string, (db: string) => void, string]>([
  [
    'one of an older emulator',
    (db) => {
      const older = new Database(db)
      older.pragma(`application_id = ${0x626f7465}`)
      older.pragma('user_version = 10')
      older.close()
    },
    expect.stringMatching(
      /^absent\.sqlite was written by an older bot-emulator \(schema 10; this version uses \d+\)\. Name another file with --from\.\n$/,
    ),
  ],
  ['nothing', () => {}, 'The file absent.sqlite does not exist. Name the database file of a world with --from.\n'],
  [
    'a text',
    (db) => writeFileSync(db, 'x'.repeat(5000)),
    'absent.sqlite is not a bot-emulator database. Name the database file of a world with --from.\n',
  ],
])('%s is refused', async (_, make, stderr) => {
  const cwd = emptyFolder()
  make(join(cwd, 'absent.sqlite'))
  const ended = await run(['export', 'saved.world', '--from', 'absent.sqlite'], { cwd }).ended
  expect(ended).toEqual({ code: 1, stdout: '', stderr })
  expect(existsSync(join(cwd, 'saved.world'))).toBe(false)
})

it('one that an emulator has open is refused', async () => {
  const { cwd, db } = await furnished()
  const emulator = createEmulator({ file: db })
  onTestFinished(() => emulator.close())
  expect(await exported(cwd)).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'world.sqlite is open in an emulator. Stop the emulator that uses the database, or export from that emulator without --from.\n',
  })
})

it('a folder that is not there is said to be so', async () => {
  const { cwd } = await furnished()
  const { code, stderr } = await run(['export', 'absent/saved.world', '--from', 'world.sqlite'], { cwd }).ended
  expect(code).toBe(1)
  expect(stderr).toMatch(/^absent\/saved\.world was not written: ENOENT/)
})
