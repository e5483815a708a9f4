// Judges an archive and takes out the contents that are needed of it; nothing but these comes out of one folder.

import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, renameSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { shown } from '../../lib/compare/shown.ts'
import { contentId, isContentId } from '../../lib/content-id.ts'
import { Problem } from '../../lib/problem.ts'
import { formOf } from '../all-tables.ts'
import type { Db } from '../db.ts'
import { bringToDisk } from '../disk/bring-to-disk.ts'
import { syncFile } from '../disk/sync-file.ts'
import { newestSchema, schemaVersion, upgrade } from '../schema-steps.ts'
import { type About, ARCHIVE_ID, ARCHIVE_TABLES, asDamage, damaged, foreign } from './archive.ts'
import { firstWrongRow, registerChecks, tablesOf } from './wrong-rows.ts'

export interface Archive extends About {
  /** The settings of the service that it brings. */
  service: unknown
  /** Of today's form. */
  file: string
  /** Whether contents were missing here, which now are among the others. */
  hasUnpacked: boolean
}

interface Here {
  folder: string
  /** What tables have to look like. */
  form: string
  /** Where the contents lie that are here already. */
  contents: string
}

export async function openArchive(path: string, { folder, form, contents }: Here): Promise<Archive> {
  const file = upToDate(path, folder)
  const db = opened(file)
  try {
    requireWhole(db, form)
    const { at_ms, frozen, tokens } = aboutIn(db)
    const service = db.prepare<[], string>(`select value from settings where name = 'service'`).pluck().get()
    const settings = JSON.parse(service ?? '{}') as unknown
    const unpacked = await unpack(db, folder, contents)
    for (const uniqueId of unpacked) renameSync(join(folder, uniqueId), join(contents, uniqueId))
    if (unpacked.length) bringToDisk(contents)
    return { at_ms, frozen, tokens, service: settings, file, hasUnpacked: unpacked.length > 0 }
  } catch (error) {
    throw asDamage(error)
  } finally {
    db.close()
  }
}

/** An archive of an older emulator is brought up to date in a copy. */
function upToDate(path: string, folder: string): string {
  const db = opened(path)
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
  if (version === known) return path
  const copy = join(folder, 'upgraded')
  copyFileSync(path, copy)
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

function requireWhole(db: Db, form: string) {
  const verdict = db.pragma('quick_check(1)', { simple: true })
  if (verdict !== 'ok') throw damaged(String(verdict))
  if ((db.pragma('foreign_key_check') as unknown[]).length) throw damaged('it refers to what is not there')
  if (formOf(db, ARCHIVE_TABLES) !== form) throw damaged('its tables are not as they should be')
  requireRows(db)
}

function requireRows(db: Db) {
  registerChecks(db)
  for (const table of tablesOf(db)) {
    const wrong = firstWrongRow(db, table)
    if (!wrong) continue
    const { row, column, value } = wrong
    throw damaged(`in ${table}, the row with ${row} has the ${column} ${shown(value)}`)
  }
}

function aboutIn(db: Db): About {
  const about = db.prepare<[], { at_ms: number; frozen: 0 | 1; tokens: 0 | 1 }>('select * from archive').get()
  if (!about) throw damaged('it does not say when it was made')
  return { at_ms: about.at_ms, frozen: about.frozen === 1, tokens: about.tokens === 1 }
}

/** Every file needs its content, and a new content has to be what its name says. */
async function unpack(db: Db, folder: string, contents: string): Promise<string[]> {
  const needed = db.prepare<[], string>('select distinct unique_id from files where not deleted').pluck().all()
  const isThere = db.prepare<[string], 1>('select 1 from bytes where unique_id = ?').pluck()
  const content = db.prepare<[string], Buffer>('select content from bytes where unique_id = ?').pluck()
  const unpacked: string[] = []
  for (const uniqueId of needed) {
    if (!isContentId(uniqueId)) throw damaged(`${uniqueId} is no name of a file`)
    if (!isThere.get(uniqueId)) throw damaged(`the bytes of ${uniqueId} are missing`)
    if (existsSync(join(contents, uniqueId))) continue
    const bytes = Buffer.from(content.get(uniqueId)!)
    if (contentId(createHash('sha256').update(bytes).digest('hex')) !== uniqueId) {
      throw damaged(`the bytes of ${uniqueId} have changed`)
    }
    const path = join(folder, uniqueId)
    await writeFile(path, bytes)
    await syncFile(path)
    unpacked.push(uniqueId)
  }
  return unpacked
}
