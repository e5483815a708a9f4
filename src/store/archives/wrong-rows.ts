// Finds the rows of an archive that break the schema or a row rule.

import Database from 'better-sqlite3'
import { columnsOf, type Db, keyOf, pluck, withoutTriggers } from '../db.ts'
import { ARCHIVE_SCHEMA, WORLD_SCHEMA } from '../schema.ts'
import { ROW_RULES, RULE_FUNCTIONS } from './row-rules.ts'

export interface WrongRow {
  table: string
  column: string
  /** The key of the row as text, such as "chat 5, user 7". */
  row: string
  value: unknown
}

/** The longest value that an error message shows. A longer value could exceed the available memory. */
const MAX_SHOWN = 100_000

export function registerRuleFunctions(db: Db) {
  for (const [name, check] of Object.entries(RULE_FUNCTIONS)) {
    db.function(name, { deterministic: true, varargs: true }, check)
  }
}

/** The maximum size of a stored text. The emulator stores only shorter ones; a longer one could fill the memory. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024

/**
 * Returns SQL for the name of a row's first wrong column, which is null for a correct row. Returns undefined if the
 * table has no rules.
 */
export function wrongColumn(db: Db, table: string): string | undefined {
  const texts = pluck<[string], string>(db, "select name from pragma_table_info(?) where type = 'TEXT'").all(table)
  const lengths = texts.map((name) => [name, `octet_length(${name}) > ${MAX_TEXT_BYTES}`])
  const rules = [...lengths, ...(ROW_RULES[table] ?? [])]
  if (!rules.length) return undefined
  return `case ${rules.map(([column, isWrong]) => `when ${isWrong} then '${column}'`).join(' ')} end`
}

export function firstRowAgainstRules(db: Db, table: string): WrongRow | undefined {
  const column = wrongColumn(db, table)
  if (!column) return undefined
  const key = keyOf(db, table)
  const wrong = db
    .prepare<[], [string, ...unknown[]]>(
      `select * from (select ${column} as wrong, ${key} from ${table}) where wrong is not null`,
    )
    .raw()
    .get()
  return wrong && wrongRow(db, table, wrong[0], key, wrong.slice(1))
}

/** Finds the row that breaks a check by inserting all rows into an empty table. quick_check names only the table. */
export function firstRefusedRow(db: Db, table: string): WrongRow | undefined {
  const key = keyOf(db, table)
  const columns = columnsOf(db, table)
  const empty = new Database(':memory:')
  try {
    empty.exec(WORLD_SCHEMA + ARCHIVE_SCHEMA)
    empty.pragma('foreign_keys = off')
    let wrong: WrongRow | undefined
    withoutTriggers(empty, () => {
      const put = empty.prepare(`insert into ${table} values (${columns.map(() => '?')})`)
      const rows = db.prepare<[], unknown[]>(`select ${key}, ${columns} from ${table}`).raw()
      for (const row of rows.iterate()) {
        const column = refusedColumn(() => put.run(...row.slice(key.length)))
        if (column === undefined) continue
        wrong = wrongRow(db, table, column, key, row)
        return
      }
    })
    return wrong
  } finally {
    empty.close()
  }
}

/** Returns the column whose constraint an insertion breaks. SQLite's error message contains its name. */
function refusedColumn(insert: () => unknown): string | undefined {
  try {
    insert()
    return undefined
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (!/^SQLITE_CONSTRAINT_(CHECK|NOTNULL|DATATYPE)$/.test(String(code))) return undefined
    return /(?:failed: (?!\w+\.)|\.)(\w+)/.exec(message)?.[1]
  }
}

function wrongRow(db: Db, table: string, column: string, key: string[], values: unknown[]): WrongRow {
  const where = key.map((name) => `${name} is ?`).join(' and ')
  const own = values.slice(0, key.length)
  const value = pluck<unknown[], unknown>(
    db,
    `select iif(length(${column}) > ${MAX_SHOWN}, length(${column}) || ' bytes', ${column}) from ${table} where ${where}`,
  ).get(...own)
  return { table, column, row: key.map((name, nth) => `${name} ${own[nth]}`).join(', '), value }
}
