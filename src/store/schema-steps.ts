// The steps by which the tables have come to their form: an older database takes those it has not had.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Db } from './db.ts'

const SCHEMA = fileURLToPath(new URL('./schema/', import.meta.url))

const steps = () =>
  readdirSync(SCHEMA)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .sort()

export const newestSchema = () => steps().length

export const schemaVersion = (db: Db) => db.pragma('user_version', { simple: true }) as number

/** Brings the tables of an older database up to date, whole or not at all. */
export function upgrade(db: Db, applicationId: number) {
  const all = steps()
  db.transaction(() => {
    for (const step of all.slice(schemaVersion(db))) db.exec(readFileSync(join(SCHEMA, step), 'utf8'))
    db.pragma(`application_id = ${applicationId}`)
    db.pragma(`user_version = ${all.length}`)
  }).immediate()
}
