// An open database, every table behind one door: what can be looked up in it, and what can be written.

import { copyDatabase } from './archives/copy-database.ts'
import { clearAllBut, emptyTables } from './clear.ts'
import type { Db } from './db.ts'
import { diskTrouble } from './disk/disk-trouble.ts'
import { keepLog } from './disk/log.ts'
import { createRowCache, type RowCache } from './row-cache.ts'
import { botsTable } from './tables/bots.ts'
import { chatsTable } from './tables/chats.ts'
import { filesTable } from './tables/files.ts'
import { membersTable } from './tables/members.ts'
import { messagesTable } from './tables/messages.ts'
import { privateChatsTable } from './tables/private-chats.ts'
import { dailyChatsTable } from './tables/reached.ts'
import { seenUsersTable } from './tables/seen.ts'
import { settingsTable } from './tables/settings.ts'
import { ledgerTable } from './tables/spent.ts'
import { updatesTable } from './tables/updates.ts'
import { usersTable } from './tables/users.ts'
import { webhooksTable } from './tables/webhooks.ts'

const TABLES = {
  users: usersTable,
  bots: botsTable,
  privateChats: privateChatsTable,
  chats: chatsTable,
  members: membersTable,
  messages: messagesTable,
  files: filesTable,
  updates: updatesTable,
  seenUsers: seenUsersTable,
  ledger: ledgerTable,
  dailyChats: dailyChatsTable,
  settings: settingsTable,
  webhooks: webhooksTable,
}

type Tables = { [Name in keyof typeof TABLES]: ReturnType<(typeof TABLES)[Name]> }
type Writable = { readonly [Name in keyof Tables]: Tables[Name]['read'] & Tables[Name]['write'] }

/** The tables for whoever only looks. */
export type ReadStore = { readonly [Name in keyof Tables]: Tables[Name]['read'] }

export type OpenStore = ReturnType<typeof openTables>

/** All that goes with one database, and ends when that is closed. */
export function openTables(db: Db) {
  const inTransaction = db.transaction((work: () => unknown) => work()).immediate
  const [id = ''] = db.prepare<[], string>('select id from database').pluck().all()
  const cache = createRowCache()
  const log = keepLog(db)

  function committed<T>(work: () => T): T {
    const mark = cache.mark()
    const commits = !db.inTransaction
    try {
      if (commits) log.beforeCommit()
      const result = work()
      if (commits) {
        cache.commit()
        log.afterCommit()
      }
      return result
    } catch (error) {
      cache.rollBack(mark)
      throw diskTrouble(error)
    }
  }

  return {
    ...eachTable(db, cache),
    /** Names the database file, whatever world is in it. */
    id,
    clearAllBut: (keptBots: readonly number[]) => clearAllBut(db, cache, keptBots),
    empty: () => emptyTables(db, cache),
    /** All of the work, or, when it throws, none of it. */
    transaction: <T>(work: () => T): T => committed(() => inTransaction(work) as T),
    /** For statements that need no transaction around them: that would cost as much again. */
    withoutTransaction: committed,
    inTransaction: () => db.inTransaction,
    inMemory: db.memory,
    pages: () => db.pragma('page_count', { simple: true }) as number,
    /** Brings all that is committed to the disk. */
    sync: log.writeBack,
    copyTo: (file: string) => copyDatabase(db, file),
    close() {
      log.stop()
      db.close()
    },
  }
}

function eachTable(db: Db, cache: RowCache): Writable {
  const opened = Object.entries(TABLES).map(([name, open]) => {
    const { read, write } = open(db, cache)
    return [name, { ...read, ...write }]
  })
  return Object.fromEntries(opened) as Writable
}
