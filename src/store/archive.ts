// A whole world as one file: a database like the world's own, with the bytes of its files and the time of its making.

import { createHash } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { contentId } from '../lib/content-id.ts'
import { Problem } from '../lib/problem.ts'
import { type Db, newestSchema, schemaVersion, upgrade } from './open.ts'
import { formOf } from './tables.ts'

/** "botx": an archive is not taken for a world's own database, nor the other way round. */
const ARCHIVE_ID = 0x626f7478

const OWN_TABLES = `
  create table archive (at_ms integer not null, frozen integer not null, tokens integer not null);
  create table bytes (unique_id text primary key, content blob not null);`

export interface About {
  /** Where the clock stood. */
  at_ms: number
  frozen: boolean
  /** Whether it holds the tokens of bots and the secrets of webhooks. */
  tokens: boolean
}

/** Makes an archive of a copied database; the contents lie in the folder under their names. */
export async function packArchive(file: string, folder: string, contents: readonly string[], about: About) {
  const db = new Database(file)
  try {
    db.pragma('journal_mode = memory')
    // What is taken out leaves no trace in the file.
    db.pragma('secure_delete = on')
    db.pragma(`application_id = ${ARCHIVE_ID}`)
    db.exec(OWN_TABLES)
    const { at_ms, frozen, tokens } = about
    db.prepare('insert into archive values (?, ?, ?)').run(at_ms, frozen ? 1 : 0, tokens ? 1 : 0)
    if (!tokens) db.exec(`update bots set token = 'left out ' || id; update webhooks set secret_token = null`)
    const put = db.prepare('insert into bytes values (?, ?)')
    for (const uniqueId of contents) put.run(uniqueId, await readFile(join(folder, uniqueId)))
  } finally {
    db.close()
  }
  await sync(file)
}

export interface Archive extends About {
  /** The settings of the service that it brings. */
  service: unknown
  /** Ready to be attached: of today's form. */
  file: string
  /** The contents that were missing here, now in the folder under their names. */
  unpacked: string[]
}

/** Judges an archive and takes out what is needed of it; nothing outside the folder is touched. */
export async function openArchive(
  given: string,
  folder: string,
  form: string,
  has: (uniqueId: string) => boolean,
): Promise<Archive> {
  const file = upToDate(given, folder)
  const db = opened(file)
  try {
    const [{ quick_check }] = db.pragma('quick_check(1)') as [{ quick_check: string }]
    if (quick_check !== 'ok') throw damaged(quick_check)
    if ((db.pragma('foreign_key_check') as unknown[]).length) throw damaged('it refers to what is not there')
    if (formOf(db, ['archive', 'bytes']) !== form) throw damaged('its tables are not as they should be')
    const about = db.prepare<[], About>('select at_ms, frozen = 1 as frozen, tokens = 1 as tokens from archive').get()
    const service = db.prepare<[], string>(`select value from settings where name = 'service'`).pluck().get()
    if (!about) throw damaged('it does not say when it was made')
    return {
      ...about,
      frozen: Boolean(about.frozen),
      tokens: Boolean(about.tokens),
      service: JSON.parse(service ?? '{}') as unknown,
      file,
      unpacked: await unpack(db, folder, has),
    }
  } catch (error) {
    throw asDamage(error)
  } finally {
    db.close()
  }
}

/** An archive of an older emulator is brought up to date in a copy. */
function upToDate(given: string, folder: string): string {
  const db = opened(given)
  const version = schemaVersion(db)
  db.close()
  const known = newestSchema()
  if (version > known) {
    throw new Problem(
      'newer-archive',
      `This was exported by a newer bot-emulator (schema ${version}; this one knows ${known}).`,
      'Update bot-emulator.',
    )
  }
  if (version === known) return given
  const copy = join(folder, 'upgraded')
  copyFileSync(given, copy)
  const older = new Database(copy)
  try {
    older.pragma('journal_mode = memory')
    upgrade(older, ARCHIVE_ID)
  } catch (error) {
    throw asDamage(error)
  } finally {
    older.close()
  }
  return copy
}

function opened(file: string): Db {
  let db: Db | undefined
  try {
    db = new Database(file, { readonly: true })
    db.pragma('trusted_schema = off')
    if (db.pragma('application_id', { simple: true }) !== ARCHIVE_ID) throw foreign()
    return db
  } catch (error) {
    db?.close()
    if ((error as { code?: string }).code === 'SQLITE_NOTADB') throw foreign()
    throw asDamage(error)
  }
}

/** Each content has to be what its name says, and every file needs its content. */
async function unpack(db: Db, folder: string, has: (uniqueId: string) => boolean): Promise<string[]> {
  const needed = db.prepare<[], string>('select distinct unique_id from files where not deleted').pluck().all()
  const content = db.prepare<[string], Buffer>('select content from bytes where unique_id = ?').pluck()
  const unpacked: string[] = []
  for (const uniqueId of needed) {
    const bytes = content.get(uniqueId)
    if (!Buffer.isBuffer(bytes)) throw damaged(`the bytes of ${uniqueId} are missing`)
    if (contentId(createHash('sha256').update(bytes).digest('hex')) !== uniqueId) {
      throw damaged(`the bytes of ${uniqueId} have changed`)
    }
    if (has(uniqueId)) continue
    const path = join(folder, uniqueId)
    await writeFile(path, bytes)
    await sync(path)
    unpacked.push(uniqueId)
  }
  return unpacked
}

async function sync(path: string) {
  const handle = await open(path, 'r+')
  await handle.sync().finally(() => handle.close())
}

const foreign = () =>
  new Problem('foreign-archive', 'This is no export of bot-emulator.', 'Take a file made with bot-emulator export.')

export const damaged = (how: string) =>
  new Problem(
    'damaged-archive',
    `The export is damaged: ${how}.`,
    'Take another copy of the file; nothing was changed.',
  )

function asDamage(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  const broken = typeof code === 'string' && /^SQLITE_(CORRUPT|ERROR|CONSTRAINT|MISMATCH|SCHEMA)/.test(code)
  return broken ? damaged(message!) : error
}
