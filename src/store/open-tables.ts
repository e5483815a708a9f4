// An open database, every table behind one door: what can be looked up in it, and what can be written.

import { allTables } from './all-tables.ts'
import { copyDatabase } from './archives/copy-database.ts'
import type { Db } from './db.ts'
import { diskTrouble } from './disk/disk-trouble.ts'
import { keepLog } from './disk/log.ts'
import { createRowsAtHand, type RowsAtHand } from './rows-at-hand.ts'
import { botsTable } from './tables/bots.ts'
import { chatsTable } from './tables/chats.ts'
import { filesTable } from './tables/files.ts'
import { membersTable } from './tables/members.ts'
import { messagesTable } from './tables/messages.ts'
import { privateChatsTable } from './tables/private-chats.ts'
import { reachedTable } from './tables/reached.ts'
import { seenTable } from './tables/seen.ts'
import { settingsTable } from './tables/settings.ts'
import { spentTable } from './tables/spent.ts'
import { updatesTable } from './tables/updates.ts'
import { usersTable } from './tables/users.ts'
import { webhooksTable } from './tables/webhooks.ts'
import { wiper } from './wipe.ts'

const TABLES = {
  users: usersTable,
  bots: botsTable,
  privateChats: privateChatsTable,
  chats: chatsTable,
  members: membersTable,
  messages: messagesTable,
  files: filesTable,
  updates: updatesTable,
  seen: seenTable,
  spent: spentTable,
  reached: reachedTable,
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
  const atHand = createRowsAtHand()
  const log = keepLog(db)

  function committed<T>(work: () => T): T {
    const mark = atHand.mark()
    const commits = !db.inTransaction
    try {
      if (commits) log.beforeCommit()
      const result = work()
      if (commits) {
        atHand.commit()
        log.afterCommit()
      }
      return result
    } catch (error) {
      atHand.rollBack(mark)
      throw diskTrouble(error)
    }
  }

  return {
    ...eachTable(db, atHand),
    /** Names the database file, whatever world is in it. */
    id,
    wipe: wiper(db, atHand),
    /** All of the work, or, when it throws, none of it. */
    transaction: <T>(work: () => T): T => committed(() => inTransaction(work) as T),
    /** For statements that need no transaction around them: that would cost as much again. */
    withoutTransaction: committed,
    inTransaction: () => db.inTransaction,
    inMemory: db.memory,
    pages: () => db.pragma('page_count', { simple: true }) as number,
    tables: allTables(db, atHand),
    atHand,
    /** Brings all that is committed to the disk. */
    sync: log.writeBack,
    copyTo: (file: string) => copyDatabase(db, file),
    close() {
      log.stop()
      db.close()
    },
  }
}

function eachTable(db: Db, atHand: RowsAtHand): Writable {
  const opened = Object.entries(TABLES).map(([name, open]) => {
    const { read, write } = open(db, atHand)
    return [name, { ...read, ...write }]
  })
  return Object.fromEntries(opened) as Writable
}
