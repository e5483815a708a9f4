// Creates the database of a large world fast, with the emulator's store in one transaction.

import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'rolldown'
import { BUNDLE } from '../../scripts/bundle.ts'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

export const FIRST_BOT = 1
export const FIRST_PERSON = 1_000_001
export const FIRST_GROUP = -1_000_001

export const tokenOf = (bot) => `${bot}:bench`

/** Creates the database at `file`. `fill` gets the store, and functions that add people, bots and groups. */
export async function buildWorld(file, fill) {
  const { openStore } = await importStore()
  const store = openStore(file)
  store.transaction(() => fill(store, maker(store)))
  store.close()
}

/** Bundles and imports the store. The bundle is written below dist, so that it finds the packages of the project. */
async function importStore() {
  const folder = mkdtempSync(join(PROJECT, 'dist/bench-'))
  try {
    await build({
      input: join(PROJECT, 'src/service/store/store.ts'),
      platform: BUNDLE.platform,
      external: BUNDLE.external,
      output: { file: join(folder, 'store.mjs'), format: 'esm' },
    })
    return await import(pathToFileURL(join(folder, 'store.mjs')).href)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function maker(store) {
  const plain = { last_name: null, username: null, language_code: null, deleted: 0 }
  const flags = {
    verified: 0,
    accepted_terms: 1,
    suspended: 0,
    can_join_groups: 1,
    can_read_all_group_messages: 1,
    last_update_id: 0,
  }
  const member = { rights: 0, custom_title: null, promoted: 0, muted_until: null, joined_after: 0 }
  const seat = (chat, user, is_bot, status = 'member') =>
    store.members.put({ chat, user, is_bot, status, ...member, last_read: 0, comments_read: 0 })
  return {
    person(id) {
      store.users.insert({ ...plain, id, handle: `person-${id}`, is_bot: 0, first_name: 'Alice', devices: 1 })
    },
    bot(id, owner) {
      store.users.insert({ ...plain, id, handle: `bot-${id}`, is_bot: 1, first_name: 'Greeter', devices: 0 })
      store.bots.insert(id, { token: tokenOf(id), owner, ...flags })
    },
    /** Adds a private chat that the person has started. Returns its database id. */
    privateChat(bot, person) {
      store.privateChats.open(bot, person)
      const row = store.privateChats.between(bot, person)
      store.privateChats.change(row, { started: 1 })
      return row.chat
    },
    group(chat, people, bots) {
      const shared = { type: 'group', username: null, description: null, permissions: 7, official: 0, channel: null }
      store.chats.insert({ ...shared, chat, handle: `group${chat}`, title: 'Team' })
      for (const [place, user] of people.entries()) seat(chat, user, 0, place ? 'member' : 'creator')
      for (const user of bots) seat(chat, user, 1)
    },
    message(chats, chat, author, date, text) {
      const message_id = chats.nextMessageId(chat)
      const nothing = { edit_date: null, caption: null, file: null, reply_to: null, keyboard: null, service: null }
      store.messages.insert({ ...nothing, chat, message_id, author, date, text })
    },
  }
}
