// Statements are planned once: where SQLite's planner looks at the values, they are hidden from it.

import Database from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { openStore } from '../../src/store/store.ts'

const LOOKS_AT_VALUES = /\b(order by|group by|join|limit|offset|distinct)\b|\b(min|max)\(/i
const BARE_VALUE = /(?<!\+)[?]|(?<!\+):\w/

function statements(): string[] {
  const prepare = vi.spyOn(Database.prototype, 'prepare')
  try {
    openStore(':memory:').close()
    return prepare.mock.calls.map(([sql]) => sql)
  } finally {
    prepare.mockRestore()
  }
}

test('no statement that orders, joins or limits shows its values to the planner', () => {
  const looking = statements().filter((sql) => LOOKS_AT_VALUES.test(sql))
  expect(looking.length).toBeGreaterThan(20)
  expect(looking.filter((sql) => BARE_VALUE.test(sql))).toEqual([])
})

test('SQLite does plan such a statement anew where it sees its values, and only there', () => {
  const db = new Database(':memory:')
  db.exec('create table pairs (a integer, b integer, primary key (a, b)); insert into pairs values (1, 1), (2, 1)')
  const plans = (sql: string) => {
    const made = vi.spyOn(globalThis, 'Function')
    const statement = db.prepare(sql)
    for (const a of [1, 2, 1, 2]) statement.get(a)
    const times = made.mock.calls.length
    made.mockRestore()
    return times
  }
  // better-sqlite3 makes a function for the rows of a plan.
  expect(plans('select * from pairs where a = ? order by b limit 1')).toBe(4)
  expect(plans('select * from pairs where a = +? order by b limit 1')).toBe(1)
  db.close()
})
