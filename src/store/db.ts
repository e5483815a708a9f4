// Creates, lists and compares the tables of a database.
//
// If a statement has ORDER BY, LIMIT or a join, SQLite's planner reads the bound values and plans the statement again for
// each new value, which costs more than running it. A plus sign before the parameter hides the value from the planner, so
// such statements use `+?`.

import Database from 'better-sqlite3'
import { SCHEMA_VERSION, WORLD_SCHEMA } from './schema.ts'

export type Db = Database.Database

/** Prepares a statement whose rows have one column. */
export const pluck = <Params extends unknown[], Value>(db: Db, sql: string): Database.Statement<Params, Value> =>
  db.prepare<Params, Value>(sql).pluck()

export function createTables(db: Db, applicationId: number) {
  db.transaction(() => {
    db.exec(WORLD_SCHEMA)
    db.exec('insert into database (id) values (lower(hex(randomblob(16))))')
    db.pragma(`application_id = ${applicationId}`)
    db.pragma(`user_version = ${SCHEMA_VERSION}`)
  }).immediate()
}

export const hasTables = (db: Db) => db.prepare('select count(*) from sqlite_schema').pluck().get() !== 0

/** True if the schema is exactly what the statements in `sql` create in an empty database. */
export function hasSchema(db: Db, sql: string): boolean {
  const empty = new Database(':memory:')
  try {
    return schemaText(db) === schemaText(empty.exec(sql))
  } finally {
    empty.close()
  }
}

const schemaText = (db: Db) =>
  pluck<[], string>(db, 'select sql from sqlite_schema where sql is not null order by name').all().join('\n')

/**
 * Says whether a file with this schema version is from an older or a newer emulator. Undefined for the current version.
 */
export function otherEmulator(version: number): { age: 'newer' | 'older'; name: string } | undefined {
  if (version === SCHEMA_VERSION) return undefined
  const [age, name] = version > SCHEMA_VERSION ? (['newer', 'a newer'] as const) : (['older', 'an older'] as const)
  return { age, name: `${name} bot-emulator (schema ${version}; this version uses ${SCHEMA_VERSION})` }
}

/** Returns the names of the tables in the order of creation, without the table `database`. */
export const tablesOf = (db: Db) =>
  pluck<[], string>(
    db,
    `select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name <> 'database'
        order by rowid`,
  ).all()

export const columnsOf = (db: Db, table: string) =>
  pluck<[string], string>(db, 'select name from pragma_table_info(?)').all(table)

/** The columns of the primary key, or `rowid` if the table does not declare one. */
export function keyOf(db: Db, table: string): string[] {
  const key = pluck<[string], string>(db, 'select name from pragma_table_info(?) where pk order by pk').all(table)
  return key.length ? key : ['rowid']
}

/** Returns a function that inserts a row. It binds values by position, which is faster than by name. */
export function insertInto<Row extends object>(db: Db, table: string, onConflict = '') {
  const columns = columnsOf(db, table) as (keyof Row)[]
  const insert = db.prepare<unknown[]>(`insert into ${table} values (${columns.map(() => '?')}) ${onConflict}`)
  return (row: Row) => insert.run(...columns.map((column) => row[column]))
}

/**
 * Runs `work` without triggers. Use it to copy rows whose counts are already correct, because the triggers would count
 * the copied rows again.
 */
export function withoutTriggers(db: Db, work: () => void) {
  const triggers = db
    .prepare<[], { name: string; sql: string }>(`select name, sql from sqlite_schema where type = 'trigger'`)
    .all()
  for (const { name } of triggers) db.exec(`drop trigger ${name}`)
  work()
  for (const { sql } of triggers) db.exec(sql)
}
