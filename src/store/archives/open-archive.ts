// Checks an archive and unpacks the file contents that the current world lacks.

import { existsSync, renameSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describeValue } from '../../describe/text.ts'
import { contentIdOf } from '../../lib/content-id.ts'
import { Problem } from '../../lib/problem.ts'
import { type Db, hasSchema, otherEmulator, pluck, tablesOf } from '../db.ts'
import { findDamage, headerOf } from '../disk/damage.ts'
import { syncFile, syncToDisk } from '../disk/files.ts'
import { isSchemaFlat } from '../disk/schema-pages.ts'
import { ARCHIVE_SCHEMA, WORLD_SCHEMA } from '../schema.ts'
import { type About, ARCHIVE_ID, asDamageProblem, damagedArchive, foreignArchive } from './pack-archive.ts'
import { firstRefusedRow, firstRowAgainstRules, registerRuleFunctions, type WrongRow } from './wrong-rows.ts'

export interface Archive extends About {
  /** The service settings of the archived world, as parsed JSON. */
  service: unknown
  /** True if the archive has file contents that the current world lacks. */
  hasUnpacked: boolean
}

interface ContentFolders {
  folder: string
  /** The current world's folder of file contents. Contents that it lacks are unpacked in `folder`, then moved here. */
  contents: string
}

export async function openArchive(file: string, { folder, contents }: ContentFolders): Promise<Archive> {
  const db = openDatabaseFile(file)
  try {
    requireSound(db)
    const { at_ms, frozen, tokens } = readAbout(db)
    const service = pluck<[], string>(db, `select value from settings where name = 'service'`).get()
    const settings = JSON.parse(service ?? '{}') as unknown
    const unpacked = await unpack(db, folder, contents)
    for (const uniqueId of unpacked) renameSync(join(folder, uniqueId), join(contents, uniqueId))
    if (unpacked.length) syncToDisk(contents)
    return { at_ms, frozen, tokens, service: settings, hasUnpacked: unpacked.length > 0 }
  } catch (error) {
    throw asDamageProblem(error)
  } finally {
    db.close()
  }
}

function openDatabaseFile(file: string): Db {
  if (!headerOf(file)) throw foreignArchive()
  if (!isSchemaFlat(file)) throw damagedArchive('its tables do not match this version of bot-emulator')
  let db: Db | undefined
  try {
    // Opens the file for writing, because SQLite skips checks in a read-only file. `query_only` prevents changes.
    db = new Database(file, { fileMustExist: true })
    db.pragma('query_only = on')
    db.pragma('trusted_schema = off')
    if (db.pragma('application_id', { simple: true }) !== ARCHIVE_ID) throw foreignArchive()
    requireOurSchema(db)
    return db
  } catch (error) {
    db?.close()
    if ((error as { code?: string }).code === 'SQLITE_NOTADB') throw foreignArchive()
    throw asDamageProblem(error)
  }
}

function requireOurSchema(db: Db) {
  const other = otherEmulator(db.pragma('user_version', { simple: true }) as number)
  if (!other) return
  const hint =
    other.age === 'newer' ? 'Update bot-emulator.' : 'Import the file with the bot-emulator that exported it.'
  throw new Problem(`${other.age}-archive`, `This file was exported by ${other.name}.`, hint)
}

/** Throws if tables or rows are wrong. The tables have our CHECK constraints, so `findDamage` checks rows too. */
function requireSound(db: Db) {
  if (!hasSchema(db, WORLD_SCHEMA + ARCHIVE_SCHEMA))
    throw damagedArchive('its tables do not match this version of bot-emulator')
  const damage = findDamage(db)
  if (damage !== undefined) {
    const table = /(?:value|failed) in (\w+)/.exec(damage)?.[1]
    throw wrongRowProblem(table === undefined ? undefined : firstRefusedRow(db, table)) ?? damagedArchive(damage)
  }
  if ((db.pragma('foreign_key_check') as unknown[]).length) throw damagedArchive('some rows refer to missing rows')
  registerRuleFunctions(db)
  for (const table of tablesOf(db)) {
    const wrong = wrongRowProblem(firstRowAgainstRules(db, table))
    if (wrong) throw wrong
  }
}

const wrongRowProblem = (wrong: WrongRow | undefined) =>
  wrong &&
  damagedArchive(
    `in ${wrong.table}, the row with ${wrong.row} has an invalid ${wrong.column}: ${describeValue(wrong.value)}`,
  )

function readAbout(db: Db): About {
  const about = db.prepare<[], { at_ms: number; frozen: 0 | 1; tokens: 0 | 1 }>('select * from archive').get()
  if (!about) throw damagedArchive('the time of the export is missing')
  return { at_ms: about.at_ms, frozen: about.frozen === 1, tokens: about.tokens === 1 }
}

/** Writes the file contents that the current world does not have into `folder`. Returns their ids. */
async function unpack(db: Db, folder: string, contents: string): Promise<string[]> {
  const needed = pluck<[], string>(db, 'select distinct unique_id from files where not deleted').all()
  const isThere = pluck<[string], 1>(db, 'select 1 from bytes where unique_id = ?')
  const content = pluck<[string], Buffer>(db, 'select content from bytes where unique_id = ?')
  const unpacked: string[] = []
  for (const uniqueId of needed) {
    if (!isThere.get(uniqueId)) throw damagedArchive(`the content of the file ${uniqueId} is missing`)
    if (existsSync(join(contents, uniqueId))) continue
    const bytes = Buffer.from(content.get(uniqueId)!)
    if (contentIdOf(bytes) !== uniqueId) {
      throw damagedArchive(`the content of the file ${uniqueId} has changed`)
    }
    const path = join(folder, uniqueId)
    await writeFile(path, bytes)
    await syncFile(path)
    unpacked.push(uniqueId)
  }
  return unpacked
}
