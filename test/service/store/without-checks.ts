// Writes rows that the schema refuses, as another program or a damaged disk could leave them in a file.

import Database from 'better-sqlite3'

interface Item {
  name: string
  sql: string | null
}

/** Runs SQL without checks, types and triggers; the schema is the same afterwards. */
export function writeWithoutChecks(file: string, sql: string) {
  const schema = inFile(file, (db) => db.prepare<[], Item>('select name, sql from sqlite_schema').all())
  rewriteSchema(file, schema, loosened)
  inFile(file, (db) => db.exec(sql))
  rewriteSchema(file, schema, (text) => text)
}

function rewriteSchema(file: string, schema: Item[], change: (text: string) => string) {
  inFile(file, (db) => {
    const rewrite = db.prepare('update sqlite_schema set sql = ? where name = ?')
    for (const { name, sql } of schema) if (sql !== null) rewrite.run(change(sql), name)
  })
}

const loosened = (text: string) =>
  text
    .replace(/\) strict$/, ')')
    .replace(/\) strict, without rowid$/, ') without rowid')
    .replace(/^(create trigger .*? on \w+).* begin$/ims, '$1 when 0 begin')

function inFile<T>(file: string, work: (db: Database.Database) => T): T {
  const db = new Database(file)
  try {
    db.unsafeMode()
    for (const pragma of ['foreign_keys = off', 'ignore_check_constraints = on', 'writable_schema = on'])
      db.pragma(pragma)
    return work(db)
  } finally {
    db.close()
  }
}
