// Databases, archives and folders of files that another person has prepared.

import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEmulator, type Emulator } from '../../src/emulator.ts'
import { salvage } from '../../src/store/archives/salvage.ts'
import { SCHEMA_VERSION } from '../../src/store/schema.ts'
import { writeWithoutChecks } from '../snapshots/without-checks.ts'
import { storedIn } from '../worlds/stored.ts'
import { endlessSchema, journalWith, walWith } from './endless-schema.ts'

const WORLD_MARK = 0x626f7465
const ARCHIVE_MARK = 0x626f7478
const ENDLESS_QUERY =
  'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) as needs_log from n'

function emptyFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function opened<Result>(file: string, work: (emulator: Emulator) => Promise<Result> | Result) {
  const emulator = createEmulator({ file })
  try {
    return await work(emulator)
  } finally {
    await emulator.close()
  }
}

/** A world with a person, a bot and a file. Returns the path of the database and the id of the content. */
async function furnished() {
  const file = join(emptyFolder(), 'world.sqlite')
  const uniqueId = await opened(file, async ({ perform }) => {
    perform('createUser', { handle: 'alice', first_name: 'Alice' })
    perform('createBot', { handle: 'greeter', first_name: 'Greeter', owner: 'alice' })
    perform('start', { as: 'alice', bot: 'greeter' })
    const params = { as: 'alice', to: 'greeter', kind: 'document', file: { name: 'a', base64: 'YQ==' } }
    const { document } = (await perform('sendFile', params)) as { document: { file_unique_id: string } }
    return document.file_unique_id
  })
  return { file, uniqueId }
}

function changed(file: string, change: (db: Database.Database) => void) {
  const db = new Database(file)
  change(db)
  db.close()
  return file
}

/** Changes the files without their index, as a hostile program could. */
function withStaleIndex(file: string, sql: string) {
  let index: unknown
  const unsafely = (change: (db: Database.Database) => void) =>
    changed(file, (db) => {
      db.unsafeMode()
      db.pragma('writable_schema = on')
      change(db)
    })
  unsafely((db) => {
    index = db.prepare(`select * from sqlite_schema where name = 'files_alive'`).get()
    db.exec(`delete from sqlite_schema where name = 'files_alive'`)
  })
  changed(file, (db) => db.exec(sql))
  unsafely((db) => db.prepare('insert into sqlite_schema values (:type, :name, :tbl_name, :rootpage, :sql)').run(index))
}

function refusal(file: string) {
  try {
    void createEmulator({ file }).close()
    return 'it started'
  } catch (error) {
    const { code, message, hint } = error as { code: string; message: string; hint: string }
    return { code, message, hint }
  }
}

const damaged = (file: string, how: string) => ({
  code: 'damaged-database',
  message: `${file} is damaged: ${how}.`,
  hint: `Save the readable data with: bot-emulator export saved.world --from ${file}`,
})
const WRONG_TABLES = 'its tables do not match this version of bot-emulator'

describe('a start refuses a database', () => {
  const marked = (db: Database.Database) => {
    db.pragma(`application_id = ${WORLD_MARK}`)
    db.pragma(`user_version = ${SCHEMA_VERSION}`)
  }

  it.each<[string, (db: Database.Database) => void]>([
    ['without tables', marked],
    ['with the tables of another program', (db) => marked(db.exec('create table notes (text)'))],
  ])('with our mark %s', (_, change) => {
    const file = changed(join(emptyFolder(), 'world.sqlite'), change)
    expect(refusal(file)).toEqual(damaged(file, WRONG_TABLES))
  })

  it.each([
    `drop table database; create view database as ${ENDLESS_QUERY}`,
    'create trigger t after insert on messages begin delete from messages; end',
    'create index i on users (abs(id))',
  ])('with another schema: %s', async (sql) => {
    const { file } = await furnished()
    changed(file, (db) => db.exec(sql))
    expect(refusal(file)).toEqual(damaged(file, WRONG_TABLES))
  })

  it('whose schema refers to itself without end', () => {
    const file = join(emptyFolder(), 'world.sqlite')
    writeFileSync(file, endlessSchema(WORLD_MARK, SCHEMA_VERSION))
    expect(refusal(file)).toEqual(damaged(file, WRONG_TABLES))
  })

  it('of another program whose schema refers to itself without end', () => {
    const file = join(emptyFolder(), 'world.sqlite')
    writeFileSync(file, endlessSchema(0, SCHEMA_VERSION))
    expect(refusal(file)).toEqual({
      code: 'foreign-database',
      message: `${file} is a database of another program.`,
      hint: 'Name another file with --db.',
    })
  })

  it.each([
    ['-wal', walWith, 'wal'],
    ['-journal', journalWith, 'delete'],
  ] as const)('whose file %s replaces the schema by one without end', (suffix, bytesWith, mode) => {
    const file = changed(join(emptyFolder(), 'world.sqlite'), (db) => {
      db.pragma('page_size = 512')
      db.exec('create table x (a)')
      db.pragma(`application_id = ${WORLD_MARK}`)
      db.pragma(`user_version = ${SCHEMA_VERSION}`)
      db.pragma(`journal_mode = ${mode}`)
    })
    const pages = endlessSchema(WORLD_MARK, SCHEMA_VERSION)
    if (mode === 'wal') pages.fill(2, 18, 20)
    writeFileSync(file + suffix, bytesWith(pages))
    expect(refusal(file)).toEqual(damaged(file, WRONG_TABLES))
  })

  it.each(['-wal', '-journal'])(
    'beside which %s is a pipe or a link, and leaves the target of the link',
    async (suffix) => {
      const { file } = await furnished()
      const foreign = {
        code: 'foreign-file',
        message: `${file}${suffix} is not a regular file.`,
        hint: `Nothing was changed. Move ${file}${suffix} away.`,
      }
      execFileSync('mkfifo', [file + suffix])
      expect(refusal(file)).toEqual(foreign)
      await expect(salvage(file, emptyFolder(), { tokens: true })).rejects.toMatchObject(foreign)
      rmSync(file + suffix)
      const secret = join(emptyFolder(), 'secret')
      writeFileSync(secret, 'secret', { mode: 0o644 })
      symlinkSync(secret, file + suffix)
      expect(refusal(file)).toEqual(foreign)
      expect(readFileSync(secret, 'utf8')).toBe('secret')
      expect(statSync(secret).mode & 0o777).toBe(0o644)
    },
  )

  it.each(['.files', '.snapshots'])(
    'whose folder %s is a link, and leaves the permissions of its target',
    async (suffix) => {
      const { file } = await furnished()
      rmSync(file + suffix, { recursive: true, force: true })
      const target = join(emptyFolder(), 'target')
      mkdirSync(target, { mode: 0o755 })
      symlinkSync(target, file + suffix)
      expect(refusal(file)).toEqual({
        code: 'foreign-folder',
        message: `${file}${suffix} is a link.`,
        hint: 'Nothing was changed. Replace the link with a folder, or name another file with --db.',
      })
      expect(statSync(target).mode & 0o777).toBe(0o755)
      expect(readdirSync(target)).toEqual([])
    },
  )

  it('with a webhook route beyond this machine', async () => {
    const { file } = await furnished()
    changed(file, (db) =>
      db.exec(`insert into settings values ('service', '{"webhook_routes":{"a.example":"http://192.0.2.1"}}')`),
    )
    expect(refusal(file)).toEqual({
      code: 'damaged-database',
      message:
        'The stored settings of the service are wrong: webhook_routes.a.example: Invalid input: expected a target on this machine, such as http://127.0.0.1:3000.',
      hint: 'Name another file with --db.',
    })
  })

  it.each(['../../x', 'A'.repeat(21), 'A'.repeat(23), `${'A'.repeat(21)}.`])(
    'with a content at the path %s',
    async (path) => {
      const { file } = await furnished()
      writeWithoutChecks(file, `update files set unique_id = '${path}'`)
      expect(refusal(file)).toEqual(damaged(file, 'CHECK constraint failed in files'))
    },
  )

  it('whose index of files names a path that its table does not have', async () => {
    const { file, uniqueId } = await furnished()
    const secret = join(`${file}.files`, '..', 'secret')
    writeFileSync(secret, 'secret')
    writeWithoutChecks(file, `update files set unique_id = '../secret'`)
    withStaleIndex(file, `update files set unique_id = '${uniqueId}'`)
    expect(refusal(file)).toEqual(damaged(file, 'row 1 missing from index files_alive'))
    expect(readFileSync(secret, 'utf8')).toBe('secret')
  })

  it('that lacks its latest commits, beside a WAL file of another database', async () => {
    const { file } = await furnished()
    await opened(file, () => {
      copyFileSync(file, `${file}.copy`)
    })
    changed(`${file}.copy`, (db) => db.exec('update database set needs_log = 1'))
    writeFileSync(`${file}.copy-wal`, Buffer.alloc(100_000, 7))
    expect(refusal(`${file}.copy`)).toMatchObject({ code: 'missing-log' })
  })

  it('that is a pipe or a device', () => {
    const pipe = join(emptyFolder(), 'world.sqlite')
    execFileSync('mkfifo', [pipe])
    for (const [file, kind] of [
      [pipe, 'pipe'],
      ['/dev/null', 'device'],
    ]) {
      expect(refusal(file!)).toEqual({
        code: 'bad-option',
        message: `${file} is a ${kind}, not a database file.`,
        hint: 'Name another file with --db.',
      })
    }
  })

  it('whose folder of files has a pipe as its mark', async () => {
    const { file } = await furnished()
    rmSync(`${file}.files/database-id`)
    execFileSync('mkfifo', [`${file}.files/database-id`])
    expect(refusal(file)).toMatchObject({ code: 'foreign-folder' })
  })
})

it('a stored webhook with the address of another machine gets nothing, although its resolved address is allowed', async () => {
  const { file } = await furnished()
  await opened(file, ({ perform }) => perform('updateService', { allow_local_webhooks: true }))
  changed(file, (db) =>
    db.exec(`insert into webhooks (bot, url, address, max_connections)
      select id, 'http://192.0.2.1:9/', '127.0.0.1', 40 from bots`),
  )
  const error = await opened(file, async ({ perform, view, world }) => {
    const delivered = new Promise((resolve) => world.log.subscribeTo(['delivery'], resolve))
    perform('send', { as: 'alice', to: 'greeter', text: 'hello' })
    await delivered
    return (view('/bots/greeter/deliveries') as { error: string }[])[0]?.error
  })
  expect(error).toContain('No route leads to 192.0.2.1:9: the emulator delivers updates only to this machine.')
})

it.each([
  ['a -shm file of somebody else', '-shm'],
  ['a WAL file without a header', '-wal'],
])('a start ignores %s', async (_, suffix) => {
  const { file } = await furnished()
  writeFileSync(file + suffix, Buffer.alloc(100_000, 7))
  expect(await opened(file, ({ view }) => (view('/users') as unknown[]).length)).toBe(1)
})

it('links, pipes and foreign names in the folder of snapshots are not snapshots', async () => {
  const { file } = await furnished()
  const folder = `${file}.snapshots`
  mkdirSync(folder)
  execFileSync('mkfifo', [join(folder, 'pipe.snapshot')])
  symlinkSync('/nowhere', join(folder, 'dangling.snapshot'))
  symlinkSync(file, join(folder, 'link.snapshot'))
  writeFileSync(join(folder, '\u001B[31m.snapshot'), '')
  await opened(file, async ({ perform, view }) => {
    expect(view('/snapshots')).toEqual([])
    for (const name of ['pipe', 'dangling', 'link']) {
      const restored = async () => perform('restore', { name })
      await expect(restored()).rejects.toMatchObject({
        code: 'not-found',
        message: `Unknown snapshot "${name}".`,
      })
      await perform('snapshot', { name })
    }
    expect(view('/snapshots')).toMatchObject([{ name: 'pipe' }, { name: 'dangling' }, { name: 'link' }])
  })
})

it('a start reads 100 000 sent messages in reverse order of time at once', async () => {
  const { file } = await furnished()
  changed(file, (db) =>
    db.exec(`with recursive n(i) as (select 1 union all select i + 1 from n limit 100000)
      insert into ledger select id, owner, -1, ${Date.now()} - i / 2, 1, 1 from n join bots`),
  )
  const started = performance.now()
  await opened(file, ({ view }) => view('/bots/greeter/limits'))
  expect(performance.now() - started).toBeLessThan(2000)
})

describe('an import refuses an archive', () => {
  it('whose schema refers to itself without end', async () => {
    const emulator = createEmulator()
    onTestFinished(() => emulator.close())
    const bytes = endlessSchema(ARCHIVE_MARK, SCHEMA_VERSION)
    const importing = emulator.importWorld(async (path) => writeFileSync(path, bytes))
    await expect(importing).rejects.toMatchObject({
      code: 'damaged-archive',
      message: `The export is damaged: ${WRONG_TABLES}.`,
    })
  })
})

describe('an export of a closed database', () => {
  const saved = async (file: string) => (await salvage(file, emptyFolder(), { tokens: true })).lost

  it('does not trust the length in the header', async () => {
    const { file } = await furnished()
    const bytes = readFileSync(file)
    bytes.writeUInt32BE(0xffff_ffff, 28)
    writeFileSync(file, bytes)
    const folder = emptyFolder()
    expect((await salvage(file, folder, { tokens: true })).lost).toEqual([])
    expect(statSync(join(folder, 'copy')).size).toBe(bytes.length)
  })

  it('leaves out a table that is a view', async () => {
    const { file } = await furnished()
    changed(file, (db) => db.exec(`drop table seen_users; create view seen_users as ${ENDLESS_QUERY}`))
    expect(await saved(file)).toEqual(['Some rows of seen_users could not be read.'])
  })

  it('refuses a schema that refers to itself without end', async () => {
    const file = join(emptyFolder(), 'world.sqlite')
    writeFileSync(file, endlessSchema(WORLD_MARK, SCHEMA_VERSION))
    await expect(saved(file)).rejects.toMatchObject({
      code: 'damaged-database',
      message: `${file} cannot be read: ${WRONG_TABLES}.`,
    })
  })

  it('refuses a pipe', async () => {
    const pipe = join(emptyFolder(), 'world.sqlite')
    execFileSync('mkfifo', [pipe])
    await expect(saved(pipe)).rejects.toMatchObject({ message: `${pipe} is a pipe, not a database file.` })
  })
})

describe('a start sets aside', () => {
  const UNKNOWN = 'A'.repeat(22)

  it('unknown bytes to which a hard link leads', async () => {
    const { file, uniqueId } = await furnished()
    copyFileSync(file, `${file}.newer`)
    linkSync(`${file}.files/${uniqueId}`, `${file}.backup`)
    changed(file, (db) => db.exec('delete from messages; delete from files'))
    await opened(file, () => {})
    expect(readFileSync(`${file}.files/set-aside/${uniqueId}`, 'utf8')).toBe('a')
    copyFileSync(`${file}.newer`, file)
    expect(await opened(file, ({ findFile }) => readFileSync(findFile(uniqueId).path, 'utf8'))).toBe('a')
  })

  it.each(['known', 'unknown'])('a link in place of %s bytes, which an export would follow', async (which) => {
    const { file, uniqueId } = await furnished()
    const name = which === 'known' ? uniqueId : UNKNOWN
    const secret = join(emptyFolder(), 'secret')
    writeFileSync(secret, 'secret')
    rmSync(`${file}.files/${name}`, { force: true })
    symlinkSync(secret, `${file}.files/${name}`)
    await opened(file, () => {})
    expect(storedIn(`${file}.files`)).not.toContain(name)
    expect(storedIn(`${file}.files/set-aside`)).toEqual([name])
    await opened(file, () => {})
    expect(storedIn(`${file}.files/set-aside`)).toEqual([name])
    expect(readFileSync(secret, 'utf8')).toBe('secret')
  })
})
