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

/** The tables for whoever only looks. */
export type ReadStore = { readonly [Name in keyof Tables]: Tables[Name]['read'] }

export type OpenStore = ReturnType<typeof openTables>

/** All that goes with one database, and ends when that is closed. */
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
    /** Names the database file, whatever world is in it. */
    id,
    clearAllBut: (keptBots: readonly number[]) => clearAllBut(db, cache, keptBots),
    empty: () => emptyTables(db, cache),
    /** All of the work, or, when it throws, none of it. */
    transaction: <T>(work: () => T): T => commit(inTransaction as (work: () => T) => T, work),
    /** For statements that need no transaction around them: that would cost as much again. */
    withoutTransaction: <T>(work: () => T): T => commit((run) => run(), work),
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

export interface Store extends Omit<OpenStore, 'copyTo'> {
  /**
   * Writes the whole into a new file, piece by piece, as it is when the promise resolves. It resolves to false where
   * another database has taken the place of this one meanwhile.
   */
  copyTo(file: string): Promise<boolean>
  /**
   * Puts another database in the place of this one: a file, or for a world in memory its content. The work is done in a
   * transaction there; when it throws, all stays as it was.
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

  /** Whoever holds the store has another database in it from now on. */
  function become(other: OpenStore) {
    const { copyTo, ...tables } = other
    open = other
    Object.assign(store, tables)
  }

  /** Both are closed: a log that is left of the one would be read into the other. */
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
