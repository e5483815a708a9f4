// The table of current and former members of groups and channels.

import { columnsOf, type Db, insertInto, pluck } from '../db.ts'
import { numbersIn, pairOf, type RowCache } from '../row-cache.ts'
import { isPresent } from '../schema.ts'

export interface MemberRow {
  chat: number
  user: number
  is_bot: 0 | 1
  status: 'creator' | 'administrator' | 'member' | 'left' | 'kicked'
  rights: number
  custom_title: string | null
  promoted: number
  muted_until: number | null
  joined_after: number
  last_read: number
  /** In the row of a channel: the last message that the user has read in its comments chat. */
  comments_read: number
}

export function membersTable(db: Db, cache: RowCache) {
  const get = db.prepare<number[], MemberRow>(`select * from members where chat = ? and user = ?`)
  const rows = cache.rowsOf(['members'], (pair: string) => get.get(...numbersIn(pair)))
  const present = db.prepare<[number], MemberRow>(`select * from members where chat = ? and ${isPresent()}`)
  const banned = db.prepare<[number], MemberRow>(`select * from members where chat = ? and status = 'kicked'`)
  const admins = db.prepare<[number], MemberRow>(`select * from members where chat = +? and status in
    ('creator', 'administrator') order by status = 'administrator', promoted`)
  const botsIn = pluck<[number], number>(
    db,
    `select user from members where chat = ? and is_bot = 1 and ${isPresent()}`,
  )
  const adminBotsIn = pluck<[number], number>(
    db,
    `select user from members where chat = ? and is_bot = 1 and status = 'administrator'`,
  )
  const ofUser = db.prepare<[number], MemberRow>(
    `select * from members where user = +? and ${isPresent()} order by chat desc`,
  )
  const lastPromoted = pluck<[number], number | null>(db, 'select max(promoted) from members where chat = +?')
  const nextUnmute = pluck<[number], number | null>(db, 'select min(muted_until) from members where muted_until > +?')
  const settable = columnsOf(db, 'members').filter((name) => !['chat', 'user', 'is_bot'].includes(name))
  const put = insertInto<MemberRow>(
    db,
    'members',
    `on conflict do update set ${settable.map((name) => `${name} = excluded.${name}`)}`,
  )
  const read = db.prepare('update members set last_read = ? where chat = ? and user = ?')
  const readComments = db.prepare('update members set comments_read = ? where chat = ? and user = ?')
  return {
    read: {
      get: (chat: number, user: number) => rows.get(pairOf(chat, user)),
      present: (chat: number) => present.all(chat),
      banned: (chat: number) => banned.all(chat),
      admins: (chat: number) => admins.all(chat),
      botsIn: (chat: number) => botsIn.all(chat),
      adminBotsIn: (chat: number) => adminBotsIn.all(chat),
      ofUser: (user: number) => ofUser.all(user),
      /** Returns the Unix second at which the next mute ends, or null. */
      nextUnmute: (afterSeconds: number) => nextUnmute.get(afterSeconds) ?? null,
      nextPromotion: (chat: number) => (lastPromoted.get(chat) ?? 0) + 1,
    },
    write: {
      put(row: MemberRow) {
        put(row)
        cache.invalidate('members')
      },
      read(chat: number, user: number, last_read: number) {
        read.run(last_read, chat, user)
        rows.change(pairOf(chat, user), { last_read })
      },
      readComments(channel: number, user: number, comments_read: number) {
        readComments.run(comments_read, channel, user)
        rows.change(pairOf(channel, user), { comments_read })
      },
    },
  }
}
