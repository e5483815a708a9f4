// Creates, lists and checks the tables of a database.
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
    db.pragma(`application_id = ${applicationId}`)
    db.pragma(`user_version = ${SCHEMA_VERSION}`)
  }).immediate()
}

export const hasTables = (db: Db) => db.prepare('select count(*) from sqlite_schema').pluck().get() !== 0

/**
 * Describes what is wrong with a database, or returns undefined: tables that differ from those that the statements in
 * `schema` create, damaged pages, or rows that violate a CHECK constraint.
 */
export function findDamage(db: Db, schema: string): string | undefined {
  if (!hasSchema(db, schema)) return 'its tables do not match this version of bot-emulator'
  const verdict = String(db.pragma('quick_check(1)', { simple: true }))
  return verdict === 'ok' ? undefined : verdict.split('\n').at(-1)
}

function hasSchema(db: Db, schema: string): boolean {
  const empty = new Database(':memory:')
  try {
    return schemaText(db) === schemaText(empty.exec(schema))
  } finally {
    empty.close()
  }
}

const schemaText = (db: Db) =>
  pluck<[], string>(db, 'select sql from sqlite_schema where sql is not null order by name').all().join('\n')

/** Returns the names of the tables in the order of creation. */
export const tablesOf = (db: Db) =>
  pluck<[], string>(
    db,
    `select name from sqlite_schema where type = 'table' and name not like 'sqlite%' order by rowid`,
  ).all()

export const columnsOf = (db: Db, table: string) =>
  pluck<[string], string>(db, 'select name from pragma_table_info(?)').all(table)

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
