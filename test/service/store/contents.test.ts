// The contents of files beside a database: what a start, a deletion and another world remove, and what stays.

import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../../src/emulator.ts'
import { emptyFolder } from '../../helpers/program.ts'
import { storedIn } from '../../helpers/stored.ts'

const TEXT = 'x'.repeat(100)

/** A name as an unknown content would have it. */
const UNKNOWN = 'A'.repeat(22)

function place() {
  const folder = emptyFolder()
  return { folder, db: join(folder, 'world.sqlite'), files: join(folder, 'world.sqlite.files') }
}

async function opened<Result>(file: string, work: (emulator: Emulator) => Promise<Result> | Result) {
  const emulator = createEmulator({ file })
  try {
    return await work(emulator)
  } finally {
    await emulator.close()
  }
}

/** Sends a file to a bot. Returns the id of its content. */
async function sendFile({ perform }: Emulator): Promise<string> {
  perform('createUser', { handle: 'alice', first_name: 'Alice' })
  perform('createBot', { handle: 'greeter', first_name: 'Greeter', owner: 'alice' })
  perform('start', { as: 'alice', bot: 'greeter' })
  const file = { name: 'a', base64: Buffer.from(TEXT).toString('base64') }
  const sent = await perform('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
  return (sent as { document: { file_unique_id: string } }).document.file_unique_id
}

const contentOf = (file: string, uniqueId: string) =>
  opened(file, ({ findFile }) => readFileSync(findFile(uniqueId).path, 'utf8'))

describe('a start', () => {
  it('finds the contents', async () => {
    const { db } = place()
    expect(await contentOf(db, await opened(db, sendFile))).toBe(TEXT)
  })

  it('removes half an upload, and contents of deleted files that a kill has left', async () => {
    const { db, files } = place()
    const uniqueId = await opened(db, sendFile)
    await opened(db, ({ perform }) => perform('deleteFile', { file_unique_id: uniqueId }))
    expect(storedIn(files)).toEqual([])
    writeFileSync(join(files, uniqueId), TEXT)
    mkdirSync(join(files, '.uploads', 'upload-abcdef'), { recursive: true })
    writeFileSync(join(files, '.uploads', 'upload-abcdef', '0'), 'half')
    await opened(db, () => {})
    expect(readdirSync(files)).toEqual([])
  })

  it('and a reset leave all other files alone', async () => {
    const { db, files } = place()
    mkdirSync(join(files, 'photos'), { recursive: true })
    for (const name of ['thesis.txt', UNKNOWN, '.hidden']) writeFileSync(join(files, name), 'years of work')
    const before = readdirSync(files)
    await opened(db, sendFile)
    await opened(db, ({ perform }) => perform('reset', {}))
    expect(readdirSync(files).filter((name) => name !== '.uploads')).toEqual(before)
  })
})

it('a content stays while another file has it', async () => {
  const { db, files } = place()
  await opened(db, async (emulator) => {
    const uniqueId = await sendFile(emulator)
    emulator.perform('deleteFile', { file_unique_id: uniqueId })
    const file = { name: 'b', base64: Buffer.from(TEXT).toString('base64') }
    await emulator.perform('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
    expect(storedIn(files)).toEqual([uniqueId])
  })
  await opened(db, () => {})
  expect(storedIn(files)).toHaveLength(1)
})

describe('the contents of a world that another one replaces are removed', () => {
  it('by a reset', async () => {
    const { db, files } = place()
    await opened(db, sendFile)
    await opened(db, ({ perform }) => perform('reset', {}))
    expect(storedIn(files)).toEqual([])
  })

  it('by a restore, which brings back those of the snapshot', async () => {
    const { db, files } = place()
    await opened(db, async (emulator) => {
      await emulator.perform('snapshot', { name: 'empty' })
      const uniqueId = await sendFile(emulator)
      await emulator.perform('snapshot', { name: 'full' })
      await emulator.perform('restore', { name: 'empty' })
      expect(storedIn(files)).toEqual([])
      await emulator.perform('restore', { name: 'full' })
      expect(storedIn(files)).toEqual([uniqueId])
    })
  })
})

describe('a database that is opened through a link', () => {
  it('finds its contents and its snapshots', async () => {
    const [real, elsewhere] = [place(), place()]
    const uniqueId = await opened(real.db, sendFile)
    await opened(real.db, ({ perform }) => perform('snapshot', { name: 'base' }))
    symlinkSync(real.db, elsewhere.db)
    expect(await contentOf(elsewhere.db, uniqueId)).toBe(TEXT)
    expect(await opened(elsewhere.db, ({ view }) => view('/snapshots'))).toMatchObject([{ name: 'base' }])
    expect(readdirSync(elsewhere.folder)).toEqual(['world.sqlite'])
  })

  it('stays a link after a restore', async () => {
    const [real, elsewhere] = [place(), place()]
    await opened(real.db, sendFile)
    symlinkSync(real.db, elsewhere.db)
    await opened(elsewhere.db, async ({ perform }) => {
      await perform('snapshot', { name: 'base' })
      perform('reset', {})
      await perform('restore', { name: 'base' })
    })
    expect(await opened(real.db, ({ view }) => view('/users'))).toHaveLength(1)
  })
})

it('a world in memory leaves nothing behind when it is closed', async () => {
  const emulator = createEmulator()
  const uniqueId = await sendFile(emulator)
  await emulator.perform('snapshot', { name: 'base' })
  const folder = dirname(dirname(emulator.findFile(uniqueId).path))
  expect(existsSync(folder)).toBe(true)
  await emulator.close()
  expect(existsSync(folder)).toBe(false)
})
