// The table of named settings, such as the state of the clock, stored as JSON.

import { type Db, pluck } from '../db.ts'

export function settingsTable(db: Db) {
  const get = pluck<[string], string>(db, 'select value from settings where name = ?')
  const set = db.prepare('insert into settings values (?, ?) on conflict do update set value = excluded.value')
  return {
    read: {
      get<T>(name: string): T | undefined {
        const value = get.get(name)
        return value === undefined ? undefined : (JSON.parse(value) as T)
      },
    },
    write: {
      set(name: string, value: unknown) {
        set.run(name, JSON.stringify(value))
      },
    },
  }
}
