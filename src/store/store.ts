// Every table behind one door.

import { botStore } from './bots.ts'
import { chatStore } from './chats.ts'
import { diskTrouble } from './disk-trouble.ts'
import { fileStore } from './files.ts'
import { memberStore } from './members.ts'
import { messageStore } from './messages.ts'
import { type Db, openDatabase } from './open.ts'
import { privateChatStore } from './private-chats.ts'
import { reachedStore } from './reached.ts'
import { seenStore } from './seen.ts'
import { settingsStore } from './settings.ts'
import { spentStore } from './spent.ts'
import { allTables } from './tables.ts'
import { updateStore } from './updates.ts'
import { userStore } from './users.ts'
import { webhookStore } from './webhooks.ts'
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
