// The store of a world: tables, transactions, and the switch to a new database.

import { renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { clearingOfAllBut, emptyTables } from './clear.ts'
import type { Db } from './db.ts'
import { asDiskProblem, syncToDisk } from './disk.ts'
import { createFile, openDatabase, openReplacement } from './open.ts'
import { createRowCache, type RowCache } from './row-cache.ts'
import { botsTable, webhooksTable } from './tables/bots.ts'
import { chatsTable, privateChatsTable } from './tables/chats.ts'
import { filesTable } from './tables/files.ts'
import { dailyChatsTable, ledgerTable } from './tables/ledger.ts'
import { membersTable } from './tables/members.ts'
import { messagesTable } from './tables/messages.ts'
import { settingsTable } from './tables/settings.ts'
import { updatesTable } from './tables/updates.ts'
import { seenUsersTable, usersTable } from './tables/users.ts'

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

/** The number of pages copied in one step. With more pages, a step would block calls for too long. */
const PAGES_PER_STEP = 500

type Tables = { [Name in keyof typeof TABLES]: ReturnType<(typeof TABLES)[Name]> }
type Writable = { readonly [Name in keyof Tables]: Tables[Name]['read'] & Tables[Name]['write'] }

export type ReadStore = { readonly [Name in keyof Tables]: Tables[Name]['read'] }

export type OpenStore = ReturnType<typeof openTables>

export function openTables(db: Db) {
  const run = db.transaction((work: () => unknown) => work()).immediate
  const cache = createRowCache()

  /** The outermost transaction commits the row cache; an error evicts the changed rows from the cache. */
  function transaction<T>(work: () => T): T {
    const mark = cache.mark()
    const isOutermost = !db.inTransaction
    try {
      const result = run(work) as T
      if (isOutermost) cache.commit()
      return result
    } catch (error) {
      cache.rollBack(mark)
      throw asDiskProblem(error)
    }
  }

  return {
    ...openEachTable(db, cache),
    clearAllBut: clearingOfAllBut(db, cache),
    empty: () => emptyTables(db, cache),
    transaction,
    inTransaction: () => db.inTransaction,
    inMemory: db.memory,
    /** Copies the database in steps, between which calls run. The copy includes their changes. */
    copyTo(file: string) {
      createFile(file)
      return db.backup(file, { progress: () => PAGES_PER_STEP })
    },
    close: () => void db.close(),
  }
}

function openEachTable(db: Db, cache: RowCache): Writable {
  const opened = Object.entries(TABLES).map(([name, open]) => {
    const { read, write } = open(db, cache)
    return [name, { ...read, ...write }]
  })
  return Object.fromEntries(opened) as Writable
}

export interface Store extends Omit<OpenStore, 'copyTo'> {
  /** Copies the database. Resolves to false if it was replaced meanwhile. */
  copyTo(file: string): Promise<boolean>
  /** Switches to a new database (a file, or bytes in memory) and runs `work` in it. Switches back if `work` throws. */
  replaceWith(next: string | Buffer, work: () => void): void
}

export function openStore(file: string, { durable = false } = {}): Store {
  let open = openTables(openDatabase(file, { durable }))
  const store: Store = {
    ...open,
    async copyTo(copy) {
      const from = open
      try {
        await from.copyTo(copy)
      } catch (error) {
        if (from === open) throw error
      }
      return from === open
    },
    replaceWith(next, work) {
      const before = open
      replaceTables(openTables(openReplacement(next)))
      try {
        open.transaction(work)
      } catch (error) {
        open.close()
        replaceTables(before)
        throw error
      }
      if (typeof next === 'string') replaceFile(next, before)
      else before.close()
    },
  }

  /** Replaces the tables in the same store object, because other modules hold references to it. */
  function replaceTables(other: OpenStore) {
    const { copyTo, ...tables } = other
    open = other
    Object.assign(store, tables)
  }

  /**
   * Closes the old and the new database before the file is replaced. Otherwise SQLite could apply the WAL file of one
   * to the other.
   */
  function replaceFile(next: string, before: OpenStore) {
    open.close()
    before.close()
    try {
      renameSync(next, file)
      syncToDisk(dirname(file))
    } catch (error) {
      throw asDiskProblem(error)
    } finally {
      replaceTables(openTables(openDatabase(file, { durable, isChecked: true })))
    }
  }

  return store
}
