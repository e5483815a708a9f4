// The tables of users, and of the users that each bot has seen.

import { type Db, insertInto, pluck } from '../db.ts'
import type { RowCache } from '../row-cache.ts'

export interface UserRow {
  id: number
  handle: string
  is_bot: 0 | 1
  first_name: string
  last_name: string | null
  username: string | null
  language_code: string | null
  devices: number
  deleted: 0 | 1
}

export type UserChanges = Partial<Omit<UserRow, 'id' | 'is_bot'>>

export function usersTable(db: Db, cache: RowCache) {
  const get = db.prepare<[number], UserRow>('select * from users where id = ?')
  const rows = cache.rowsOf(['users'], (id: number) => get.get(id))
  const byHandle = db.prepare<[string], UserRow>('select * from users where handle = ?')
  const byUsername = db.prepare<[string], UserRow>('select * from users where username = ?')
  const people = db.prepare<[], UserRow>('select * from users where is_bot = 0 order by rowid')
  const highestId = pluck<[], number | null>(db, `select max(id) from users where id < 1e12`)
  const insert = insertInto<UserRow>(db, 'users')
  const update = db.prepare(`update users set handle = :handle, first_name = :first_name, last_name = :last_name,
    username = :username, language_code = :language_code, devices = :devices, deleted = :deleted where id = :id`)
  return {
    read: {
      byId: (id: number) => rows.get(id),
      getOrThrow: (id: number) => rows.getOrThrow(id),
      byHandle: (handle: string) => byHandle.get(handle),
      byUsername: (username: string) => byUsername.get(username),
      people: () => people.all(),
      highestId: () => highestId.get() ?? 0,
    },
    write: {
      insert(row: UserRow) {
        insert(row)
        rows.invalidate(row.id)
      },
      change(row: UserRow, changes: UserChanges) {
        update.run({ ...row, ...changes })
        cache.invalidate('users')
      },
    },
  }
}

export function seenUsersTable(db: Db) {
  const has = pluck<[number, number], 1>(db, 'select 1 from seen_users where bot = ? and user = ?')
  const add = db.prepare('insert or ignore into seen_users values (?, ?)')
  return {
    read: {
      has: (bot: number, user: number) => has.get(bot, user) === 1,
    },
    write: {
      add: (bot: number, user: number) => void add.run(bot, user),
    },
  }
}
