// Every table behind one door.

import { allTables } from './all-tables.ts'
import { diskTrouble } from './disk-trouble.ts'
import { type Db, openDatabase } from './open.ts'
import { botStore } from './tables/bots.ts'
import { chatStore } from './tables/chats.ts'
import { fileStore } from './tables/files.ts'
import { memberStore } from './tables/members.ts'
import { messageStore } from './tables/messages.ts'
import { privateChatStore } from './tables/private-chats.ts'
import { reachedStore } from './tables/reached.ts'
import { seenStore } from './tables/seen.ts'
import { settingsStore } from './tables/settings.ts'
import { spentStore } from './tables/spent.ts'
import { updateStore } from './tables/updates.ts'
import { userStore } from './tables/users.ts'
import { webhookStore } from './tables/webhooks.ts'
import { wiper } from './wipe.ts'

export type Store = ReturnType<typeof createStore>

export function openStore(file: string): Store {
  return createStore(openDatabase(file))
}

function createStore(db: Db) {
  const inTransaction = db.transaction((work: () => unknown) => work()).immediate
  return {
    users: userStore(db),
    bots: botStore(db),
    privateChats: privateChatStore(db),
    chats: chatStore(db),
    members: memberStore(db),
    messages: messageStore(db),
    files: fileStore(db),
    updates: updateStore(db),
    seen: seenStore(db),
    spent: spentStore(db),
    reached: reachedStore(db),
    settings: settingsStore(db),
    webhooks: webhookStore(db),
    wipe: wiper(db),
    /** All of the work, or, when it throws, none of it. */
    transaction<T>(work: () => T): T {
      try {
        return inTransaction(work) as T
      } catch (error) {
        throw diskTrouble(error)
      }
    },
    inTransaction: () => db.inTransaction,
    tables: allTables(db),
    /** Brings all that is committed to the disk. */
    sync: () => void db.pragma('wal_checkpoint'),
    /** Writes the whole as it is at this moment into a new file. */
    copyTo: (file: string) => void db.prepare('vacuum into ?').run(file),
    close: () => void db.close(),
  }
}
