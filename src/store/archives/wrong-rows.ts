// Finds the rows of a database that break the rules of their columns.

import type { Db } from '../db.ts'
import { ROW_RULES } from './row-rules.ts'
import { JSON_CHECKS } from './stored-json.ts'

interface Column {
  name: string
  type: string
  notnull: 0 | 1
  pk: number
}

export interface WrongRow {
  table: string
  column: string
  /** The row by its key, as a sentence has it. */
  row: string
  value: unknown
}

export function registerChecks(db: Db) {
  for (const [name, check] of Object.entries(JSON_CHECKS)) {
    db.function(name, { deterministic: true, varargs: true }, check)
  }
}

/** Those of a world, and of what an archive has beside it. */
export const tablesOf = (db: Db) =>
  db
    .prepare<[], string>(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name <> 'database'`,
    )
    .pluck()
    .all()

/** True of a row that is wrong, for each table, with the column that makes it so. */
export function wrongnessOf(db: Db, table: string): string {
  const rules = [...columnsOf(db, table).map(typeRule), ...(ROW_RULES[table] ?? [])]
  return `case ${rules.map(([column, isWrong]) => `when ${isWrong} then '${column}'`).join(' ')} end`
}

/** The first of a table; each is looked at once. */
export function firstWrongRow(db: Db, table: string): WrongRow | undefined {
  const keys = columnsOf(db, table).filter(({ pk }) => pk > 0)
  const key = keys.length ? keys.map(({ name }) => name) : ['rowid']
  const wrong = db
    .prepare<[], Record<string, unknown> & { wrong: string }>(
      `select * from (select ${key.join()}, ${wrongnessOf(db, table)} as wrong from ${table}) where wrong is not null`,
    )
    .get()
  if (!wrong) return undefined
  const where = key.map((name) => `${name} is :${name}`).join(' and ')
  const value = db.prepare<[object], unknown>(`select ${wrong.wrong} from ${table} where ${where}`).pluck().get(wrong)
  const row = key.map((name) => `${name} ${wrong[name]}`).join(', ')
  return { table, column: wrong.wrong, row, value }
}

const columnsOf = (db: Db, table: string) =>
  db.prepare<[string], Column>('select name, type, "notnull", pk from pragma_table_info(?)').all(table)

function typeRule({ name, type, notnull, pk }: Column): readonly [string, string] {
  const kinds = [type.toLowerCase(), ...(notnull || pk ? [] : ['null'])].map((kind) => `'${kind}'`)
  const tooLarge = `abs(${name}) > ${Number.MAX_SAFE_INTEGER}`
  const isWrong = `typeof(${name}) not in (${kinds})`
  return [name, type.toLowerCase() === 'integer' ? `${isWrong} or ${tooLarge}` : isWrong]
}
