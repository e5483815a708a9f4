// The store of a world: its tables in the open database, and the exchange of that database for another.

import { dirname } from 'node:path'
import { copyDatabase } from './archives/pack-archive.ts'
import { clearAllBut, emptyTables } from './clear.ts'
import type { Db } from './db.ts'
import { diskTrouble } from './disk/damage.ts'
import { bringToDisk, moveOver } from './disk/files.ts'
import { keepLog } from './disk/log.ts'
import { openDatabase, openNext } from './disk/open.ts'
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

type Tables = { [Name in keyof typeof TABLES]: ReturnType<(typeof TABLES)[Name]> }
type Writable = { readonly [Name in keyof Tables]: Tables[Name]['read'] & Tables[Name]['write'] }

/** The tables, without anything that could change them. */
export type ReadStore = { readonly [Name in keyof Tables]: Tables[Name]['read'] }

export type OpenStore = ReturnType<typeof openTables>

/** Opens the tables of one database, with all that ends when the database is closed. */
export function openTables(db: Db) {
  const inTransaction = db.transaction((work: () => unknown) => work()).immediate
  const [id = ''] = db.prepare<[], string>('select id from database').pluck().all()
  const cache = createRowCache()
  const log = keepLog(db)

  /** Runs the work and, unless a transaction is around it, commits it. If it throws, the row cache is as before, too. */
  function commit<T>(run: (work: () => T) => T, work: () => T): T {
    const mark = cache.mark()
    const isOutermost = !db.inTransaction
    try {
      if (isOutermost) log.beforeCommit()
      const result = run(work)
      if (isOutermost) {
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
    /** The id of the database file, which stays the same when another world is put into it. */
    id,
    clearAllBut: (keptBots: readonly number[]) => clearAllBut(db, cache, keptBots),
    empty: () => emptyTables(db, cache),
    /** Commits all of the work, or, if it throws, nothing. */
    transaction: <T>(work: () => T): T => commit(inTransaction as (work: () => T) => T, work),
    /** Runs a single statement without a transaction around it, which would double its cost. */
    withoutTransaction: <T>(work: () => T): T => commit((run) => run(), work),
    inTransaction: () => db.inTransaction,
    inMemory: db.memory,
    pages: () => db.pragma('page_count', { simple: true }) as number,
    /** Syncs everything that is committed to the disk. */
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

export interface Store extends Omit<OpenStore, 'copyTo'> {
  /**
   * Copies the database into a new file, piece by piece. The copy has the state at which the promise resolves, to false if
   * another database has replaced this one meanwhile.
   */
  copyTo(file: string): Promise<boolean>
  /**
   * Replaces the database by another one: a file or, for a world in memory, its content. The work runs in a transaction of
   * the new database; if it throws, nothing is replaced.
   */
  replaceBy(next: string | Buffer, work: () => void): void
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
    replaceBy(next, work) {
      const before = open
      become(openTables(openNext(next)))
      try {
        open.transaction(work)
      } catch (error) {
        open.close()
        become(before)
        throw error
      }
      if (typeof next === 'string') putInPlace(next, before)
      else before.close()
    },
  }

  /** Exchanges the tables in the store object, which other modules hold. */
  function become(other: OpenStore) {
    const { copyTo, ...tables } = other
    open = other
    Object.assign(store, tables)
  }

  /** Closes both databases first, because SQLite would read a remaining WAL file into the wrong one. */
  function putInPlace(next: string, before: OpenStore) {
    open.close()
    before.close()
    try {
      moveOver(next, file)
      bringToDisk(dirname(file))
    } catch (error) {
      throw diskTrouble(error)
    } finally {
      become(openTables(openDatabase(file, { durable, isSound: true })))
    }
  }

  return store
}
