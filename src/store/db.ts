// Creates, lists and compares the tables of a database.
//
// If a statement has ORDER BY, LIMIT or a join, SQLite's planner reads the bound values and plans the statement again for
// each new value, which costs more than running it. A plus sign before the parameter hides the value from the planner, so
// such statements use `+?`.

import Database from 'better-sqlite3'
import { SCHEMA_VERSION, WORLD_SCHEMA } from './schema.ts'

export type Db = Database.Database

export function createTables(db: Db, applicationId: number) {
  db.transaction(() => {
    db.exec(WORLD_SCHEMA)
    db.exec('insert into database (id) values (lower(hex(randomblob(16))))')
    db.pragma(`application_id = ${applicationId}`)
    db.pragma(`user_version = ${SCHEMA_VERSION}`)
  }).immediate()
}

export const hasTables = (db: Db) => db.prepare('select count(*) from sqlite_schema').pluck().get() !== 0

/** True if the schema of the database is exactly the schema that the statements in `sql` create in an empty database. */
export function hasSchema(db: Db, sql: string): boolean {
  const empty = new Database(':memory:')
  try {
    return schemaText(db) === schemaText(empty.exec(sql))
  } finally {
    empty.close()
  }
}

const schemaText = (db: Db) =>
  db.prepare<[], string>('select sql from sqlite_schema where sql is not null order by name').pluck().all().join('\n')

/**
 * Describes the emulator that wrote a database with this schema version. Returns undefined if this emulator uses the same
 * schema version.
 */
export function otherEmulator(version: number): { age: 'newer' | 'older'; name: string } | undefined {
  if (version === SCHEMA_VERSION) return undefined
  const [age, name] = version > SCHEMA_VERSION ? (['newer', 'a newer'] as const) : (['older', 'an older'] as const)
  return { age, name: `${name} bot-emulator (schema ${version}; this one knows ${SCHEMA_VERSION})` }
}

/**
 * Returns the names of the tables in the order of their creation, without the table `database`. In an archive, the list
 * includes the tables that only archives have.
 */
export const tablesOf = (db: Db) =>
  db
    .prepare<[], string>(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name <> 'database'
        order by rowid`,
    )
    .pluck()
    .all()

export const columnsOf = (db: Db, table: string) =>
  db.prepare<[string], string>('select name from pragma_table_info(?)').pluck().all(table)

/** Returns the columns of a table's primary key, or `rowid` if the table does not declare a primary key. */
export function keyOf(db: Db, table: string): string[] {
  const key = db
    .prepare<[string], string>('select name from pragma_table_info(?) where pk order by pk')
    .pluck()
    .all(table)
  return key.length ? key : ['rowid']
}

/**
 * Returns a function that inserts a row with all its columns. It binds values by position, because binding them by name
 * is slower.
 */
export function insertInto<Row extends object>(db: Db, table: string, onConflict = '') {
  const columns = columnsOf(db, table) as (keyof Row)[]
  const insert = db.prepare<unknown[]>(`insert into ${table} values (${columns.map(() => '?')}) ${onConflict}`)
  return (row: Row) => insert.run(...columns.map((column) => row[column]))
}

/**
 * Drops all triggers, runs the work and creates the triggers again. It is used to copy rows whose counts the triggers
 * have already updated in the source database.
 */
export function withoutTriggers(db: Db, work: () => void) {
  const triggers = db
    .prepare<[], { name: string; sql: string }>(`select name, sql from sqlite_schema where type = 'trigger'`)
    .all()
  for (const { name } of triggers) db.exec(`drop trigger ${name}`)
  work()
  for (const { sql } of triggers) db.exec(sql)
}
