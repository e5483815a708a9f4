// The folder of bytes beside a database: nothing in it is removed that is not of that database.

import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEmulator, type Emulator } from '../../src/emulator.ts'
import { storedIn } from '../worlds/stored.ts'

const TEXT = 'x'.repeat(100)

/** A name as bytes of an unknown content would have. */
const UNKNOWN = 'A'.repeat(22)

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'own-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, db: join(folder, 'world.sqlite'), files: join(folder, 'world.sqlite.files') }
}

/** Everything in a folder, by its path, with its content. */
const all = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'latin1')]),
  )

async function opened<Result>(file: string, work: (emulator: Emulator) => Promise<Result> | Result) {
  const emulator = createEmulator({ file })
  try {
    return await work(emulator)
  } finally {
    await emulator.close()
  }
}

/** A world with one stored file; the answer is the name of its bytes. */
const furnished = (file: string) =>
  opened(file, async ({ perform }) => {
    perform('createUser', { handle: 'alice', first_name: 'Alice' })
    perform('createBot', { handle: 'greeter', first_name: 'Greeter', owner: 'alice' })
    perform('start', { as: 'alice', bot: 'greeter' })
    const base64 = Buffer.from(TEXT).toString('base64')
    const sent = await perform('sendFile', {
      as: 'alice',
      to: 'greeter',
      kind: 'document',
      file: { name: 'a', base64 },
    })
    return (sent as { document: { file_unique_id: string } }).document.file_unique_id
  })

const contentOf = (file: string, uniqueId: string) =>
  opened(file, ({ findFile }) => readFileSync(findFile(uniqueId).path, 'utf8'))

const refusal = (file: string) => {
  try {
    void createEmulator({ file }).close()
    return 'it started'
  } catch (error) {
    const { code, message, hint } = error as { code: string; message: string; hint: string }
    return { code, message, hint }
  }
}

const FOREIGN = (files: string) => ({
  code: 'foreign-folder',
  message: `${files} contains files of another program.`,
  hint: 'Nothing in the folder was changed. Move the folder away, or name another file with --db.',
})

const ANOTHERS = (files: string) => ({
  code: 'foreign-folder',
  message: `${files} contains the files of another database.`,
  hint: 'Nothing in the folder was changed. Put back the database of these files, move the folder away, or name another file with --db.',
})

describe('a start beside a folder that is not its own is refused, and leaves everything as it was', () => {
  it.each(['thesis.txt', UNKNOWN, '.upload-abcdef', '.hidden'])('a folder with %s', (name) => {
    const { folder, db, files } = place()
    mkdirSync(files)
    writeFileSync(join(files, name), 'years of work')
    const before = all(folder)
    expect(refusal(db)).toEqual(FOREIGN(files))
    expect(all(folder)).toEqual(before)
  })

  it('a folder with a folder', () => {
    const { db, files } = place()
    mkdirSync(join(files, 'photos'), { recursive: true })
    expect(refusal(db)).toEqual(FOREIGN(files))
    expect(readdirSync(files)).toEqual(['photos'])
    expect(existsSync(db)).toBe(false)
  })

  it('a folder with foreign files, of a database that has none', async () => {
    const { folder, db, files } = place()
    await opened(db, () => {})
    rmSync(files, { recursive: true })
    mkdirSync(files)
    writeFileSync(join(files, 'thesis.txt'), 'years of work')
    const before = all(folder)
    expect(refusal(db)).toEqual(FOREIGN(files))
    expect(all(folder)).toEqual(before)
  })

  it('what is no folder', () => {
    const { folder, db, files } = place()
    writeFileSync(files, 'a file')
    expect(refusal(db)).toEqual({
      code: 'foreign-folder',
      message: `${files} is not a folder.`,
      hint: `Move ${files} away, or name another file with --db.`,
    })
    expect(readdirSync(folder)).toEqual(['world.sqlite.files'])
  })

  it('the folder of a database that was moved away, which finds its files when it is back', async () => {
    const { folder, db, files } = place()
    const uniqueId = await furnished(db)
    renameSync(db, join(folder, 'away'))
    expect(refusal(db)).toEqual(ANOTHERS(files))
    expect(existsSync(db)).toBe(false)
    renameSync(join(folder, 'away'), db)
    expect(await contentOf(db, uniqueId)).toBe(TEXT)
  })

  it('the folder of another database', async () => {
    const [one, two] = [place(), place()]
    await furnished(one.db)
    await furnished(two.db)
    rmSync(two.files, { recursive: true })
    renameSync(one.files, two.files)
    const before = all(two.folder)
    expect(refusal(two.db)).toEqual(ANOTHERS(two.files))
    expect(all(two.folder)).toEqual(before)
    // The refused start has let the database go.
    rmSync(two.files, { recursive: true })
    expect(await opened(two.db, ({ view }) => view('/bots/greeter'))).toMatchObject({ first_name: 'Greeter' })
  })
})

describe('a folder is taken', () => {
  it('when nothing lies in it', async () => {
    const { db, files } = place()
    mkdirSync(files)
    expect(await contentOf(db, await furnished(db))).toBe(TEXT)
  })

  it('when it was of another database, and has nothing any more', async () => {
    const { db, files } = place()
    await opened(db, () => {})
    rmSync(db)
    const uniqueId = await furnished(db)
    expect(storedIn(files)).toEqual([uniqueId])
  })
})

describe('what lies in the own folder', () => {
  it('and is no name of bytes is left alone', async () => {
    const { db, files } = place()
    await furnished(db)
    mkdirSync(join(files, 'photos'))
    writeFileSync(join(files, 'thesis.txt'), 'years of work')
    await opened(db, ({ perform }) => perform('reset', {}))
    expect(storedIn(files)).toEqual(['photos', 'thesis.txt'])
    expect(readFileSync(join(files, 'thesis.txt'), 'utf8')).toBe('years of work')
  })

  it('and the database does not know is set aside, and comes back with a database that knows it', async () => {
    const { folder, db, files } = place()
    await opened(db, () => {})
    copyFileSync(db, join(folder, 'older'))
    const uniqueId = await furnished(db)
    copyFileSync(db, join(folder, 'newer'))

    copyFileSync(join(folder, 'older'), db)
    await opened(db, () => {})
    expect(storedIn(files)).toEqual(['set-aside'])
    expect(readFileSync(join(files, 'set-aside', uniqueId), 'utf8')).toBe(TEXT)

    copyFileSync(join(folder, 'newer'), db)
    expect(await contentOf(db, uniqueId)).toBe(TEXT)
    expect(readdirSync(join(files, 'set-aside'))).toEqual([])
  })

  it('and is of an upload whose call was never committed is set aside, and the upload goes', async () => {
    const { db, files } = place()
    await opened(db, () => {})
    const upload = join(files, '.upload-Abc123')
    mkdirSync(upload)
    writeFileSync(join(upload, 'file'), TEXT)
    linkSync(join(upload, 'file'), join(files, UNKNOWN))
    await opened(db, () => {})
    expect(storedIn(files)).toEqual(['set-aside'])
    expect(storedIn(join(files, 'set-aside'))).toEqual([UNKNOWN])
    expect(existsSync(upload)).toBe(false)
  })

  it('and is of a deleted file goes, also when the emulator was killed before it could remove it', async () => {
    const { db, files } = place()
    const uniqueId = await furnished(db)
    await opened(db, ({ perform }) => perform('deleteFile', { file_unique_id: uniqueId }))
    expect(storedIn(files)).toEqual([])
    writeFileSync(join(files, uniqueId), TEXT)
    await opened(db, () => {})
    expect(storedIn(files)).toEqual([])
  })

  it('and is half an upload goes', async () => {
    const { db, files } = place()
    const uniqueId = await furnished(db)
    mkdirSync(join(files, '.upload-abcdef'))
    writeFileSync(join(files, '.upload-abcdef', '0'), 'half')
    await opened(db, () => {})
    expect(storedIn(files)).toEqual([uniqueId])
  })

  it('and is of a world that another one has replaced goes', async () => {
    const { db, files } = place()
    await furnished(db)
    await opened(db, ({ perform }) => perform('reset', {}))
    expect(storedIn(files)).toEqual([])
  })
})

describe('a database that is opened through a link', () => {
  it('finds its own files', async () => {
    const [real, elsewhere] = [place(), place()]
    const uniqueId = await furnished(real.db)
    symlinkSync(real.db, elsewhere.db)
    expect(await contentOf(elsewhere.db, uniqueId)).toBe(TEXT)
    expect(readdirSync(elsewhere.folder)).toEqual(['world.sqlite'])
    expect(storedIn(real.files)).toEqual([uniqueId])
  })

  it('finds its snapshots', async () => {
    const [real, elsewhere] = [place(), place()]
    await opened(real.db, ({ perform }) => perform('snapshot', { name: 'base' }))
    symlinkSync(real.db, elsewhere.db)
    expect(await opened(elsewhere.db, ({ view }) => view('/snapshots'))).toMatchObject([{ name: 'base' }])
  })

  it('is made where a link leads that has nothing behind it yet', async () => {
    const [real, elsewhere] = [place(), place()]
    symlinkSync(real.db, elsewhere.db)
    const uniqueId = await furnished(elsewhere.db)
    expect(storedIn(real.files)).toEqual([uniqueId])
  })

  it('is refused beside foreign files all the same', () => {
    const [real, elsewhere] = [place(), place()]
    symlinkSync(real.db, elsewhere.db)
    mkdirSync(real.files)
    writeFileSync(join(real.files, 'thesis.txt'), 'years of work')
    expect(refusal(elsewhere.db)).toEqual(FOREIGN(real.files))
    expect(readdirSync(real.files)).toEqual(['thesis.txt'])
  })
})

it('an import, a restore and a reset leave the database its own', async () => {
  const { db, files } = place()
  const other = place()
  await furnished(other.db)
  const idOf = (file: string) => {
    const opened = new Database(file, { readonly: true })
    const id = opened.prepare('select id from database').pluck().all()
    opened.close()
    return id
  }
  await furnished(db)
  const id = idOf(db)
  expect(id).toHaveLength(1)
  await opened(db, async (emulator) => {
    await emulator.perform('snapshot', { name: 'base' })
    emulator.perform('reset', {})
    await emulator.perform('restore', { name: 'base' })
    await opened(other.db, async (another) => {
      const { file, dispose } = await another.exportWorld()
      expect(idOf(file)).toEqual([])
      await emulator.importWorld(async (path) => copyFileSync(file, path))
      await dispose()
    })
  })
  expect(idOf(db)).toEqual(id)
  expect(readFileSync(join(files, 'database-id'), 'utf8')).toBe(`${id[0]}\n`)
  expect(idOf(other.db)).not.toEqual(id)
})
