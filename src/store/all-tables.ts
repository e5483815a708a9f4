// All tables of a world at once: emptied, or filled from another database of the same form.

import type { Db } from './disk/open.ts'
import type { RowsAtHand } from './rows-at-hand.ts'

export function allTables(db: Db, atHand: RowsAtHand) {
  const names = db
    .prepare<[], string>(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name <> 'database'
        order by rowid`,
    )
    .pluck()
  const columns = db.prepare<[string, string], string>('select name from pragma_table_info(?, ?)').pluck()
  const triggers = db.prepare<[], { name: string; sql: string }>(
    `select name, sql from sqlite_schema where type = 'trigger' and sql is not null`,
  )
  let attached = 0

  /** From the last made to the first, so that nothing refers to what is gone already. */
  function empty() {
    db.pragma('defer_foreign_keys = on')
    for (const name of names.all().reverse()) db.exec(`delete from main."${name}"`)
    atHand.replaced()
  }

  /** The counts that triggers keep come with the rows. */
  function withoutTriggers(work: () => void) {
    const kept = triggers.all()
    for (const { name } of kept) db.exec(`drop trigger main."${name}"`)
    work()
    for (const { sql } of kept) db.exec(sql)
  }

  return {
    empty,
    /** Opens another database beside this one; its name here serves the other two. */
    attach(file: string): string {
      const source = `source_${++attached}`
      db.prepare(`attach ? as ${source}`).run(file)
      return source
    },
    fillFrom(source: string) {
      withoutTriggers(() => {
        empty()
        for (const name of names.all()) {
          const list = columns.all(name, 'main').map((column) => `"${column}"`)
          db.exec(`insert into main."${name}" (${list}) select ${list} from ${source}."${name}"`)
        }
      })
    },
    detach: (source: string) => void db.exec(`detach ${source}`),
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
