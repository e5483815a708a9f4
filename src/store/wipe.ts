// Empties the messenger, all but some bots: what they are and how their updates are numbered stays.

import type { Db } from './db.ts'
import type { RowsAtHand } from './rows-at-hand.ts'

const TABLES = ['members', 'messages', 'updates', 'seen', 'spent', 'reached', 'private_chats', 'files']

export function wiper(db: Db, atHand: RowsAtHand) {
  const clear = TABLES.map((table) => db.prepare(`delete from ${table}`))
  const comments = db.prepare('delete from chats where channel is not null')
  const chats = db.prepare('delete from chats')
  // Until somebody else is named, a bot that stays owns itself: its owner is about to go.
  const own = db.prepare('update bots set owner = id where id in (select value from json_each(?))')
  const webhooks = db.prepare('delete from webhooks where bot not in (select value from json_each(?))')
  const retry = db.prepare(
    'update webhooks set failures = 0, retry_at_ms = 0, last_error_date = null, last_error_message = null',
  )
  const bots = db.prepare('delete from bots where id not in (select value from json_each(?))')
  const users = db.prepare('delete from users where id not in (select value from json_each(?))')
  return (keptBots: readonly number[]) => {
    const kept = JSON.stringify(keptBots)
    for (const statement of clear) statement.run()
    comments.run()
    chats.run()
    own.run(kept)
    webhooks.run(kept)
    retry.run()
    bots.run(kept)
    users.run(kept)
    atHand.replaced()
  }
}
