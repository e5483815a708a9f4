// All tables of a world at once.

import type { Db } from './db.ts'
import type { RowsAtHand } from './rows-at-hand.ts'

export function allTables(db: Db, atHand: RowsAtHand) {
  const names = db
    .prepare<[], string>(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name <> 'database'
        order by rowid`,
    )
    .pluck()
  /** From the last made to the first, so that nothing refers to what is gone already. */
  function empty() {
    db.pragma('defer_foreign_keys = on')
    for (const name of names.all().reverse()) db.exec(`delete from main."${name}"`)
    atHand.replaced()
  }

  return {
    empty,
    /** What the tables look like, to be compared. */
    form: () => formOf(db),
  }
}

/** Every table, index and trigger but those named, as it was made. */
export function formOf(db: Db, except: readonly string[] = []): string {
  const objects = db
    .prepare<[], { name: string; tbl_name: string; sql: string }>(
      'select name, tbl_name, sql from sqlite_schema where sql is not null order by name',
    )
    .all()
  return objects
    .filter(({ tbl_name }) => !except.includes(tbl_name))
    .map(({ sql }) => sql)
    .join('\n')
}
