// The tables of bots and webhooks. Each bot is also a user.

import type { UpdateType } from '../../rules/update-types.ts'
import { type Db, pluck } from '../db.ts'
import type { RowCache } from '../row-cache.ts'
import type { UserRow } from './users.ts'

export interface BotColumns {
  token: string
  owner: number
  verified: 0 | 1
  accepted_terms: 0 | 1
  suspended: 0 | 1
  can_join_groups: 0 | 1
  can_read_all_group_messages: 0 | 1
  description: string
  short_description: string
  commands: string
  allowed_updates: string | null
  last_update_id: number
}

export interface BotRow extends UserRow, BotColumns {}

type NewBot = Omit<BotColumns, 'description' | 'short_description' | 'commands' | 'allowed_updates'>

const BOTS = 'select * from users join bots using (id)'

export function botsTable(db: Db, cache: RowCache) {
  const get = db.prepare<[number], BotRow>(`${BOTS} where id = +?`)
  const withToken = db.prepare<[string], Pick<BotRow, 'id'>>('select id from bots where token = ?')
  const rows = cache.rowsOf(['bots', 'users'], (id: number) => get.get(id))
  const ids = cache.rowsOf(['bots'], (token: string) => withToken.get(token))
  const all = db.prepare<[], BotRow>(`${BOTS} order by bots.rowid`)
  const insert = db.prepare(`insert into bots (id, token, owner, verified, accepted_terms, suspended, can_join_groups,
    can_read_all_group_messages, last_update_id) values (:id, :token, :owner, :verified, :accepted_terms, :suspended,
    :can_join_groups, :can_read_all_group_messages, :last_update_id)`)
  const update = db.prepare(`update bots set token = :token, owner = :owner, verified = :verified,
    accepted_terms = :accepted_terms, suspended = :suspended, can_join_groups = :can_join_groups,
    can_read_all_group_messages = :can_read_all_group_messages, description = :description,
    short_description = :short_description, commands = :commands where id = :id`)
  const setFilter = db.prepare('update bots set allowed_updates = ? where id = ?')
  const setLastUpdateId = db.prepare('update bots set last_update_id = ? where id = ?')
  const highestUpdateId = pluck<[], number | null>(db, 'select max(last_update_id) from bots')
  const nextUpdateId = pluck<[number], number>(
    db,
    'update bots set last_update_id = last_update_id + 1 where id = ? returning last_update_id',
  )
  return {
    read: {
      byToken(token: string) {
        const entry = ids.get(token)
        return entry && rows.get(entry.id)
      },
      byId: (id: number) => rows.get(id),
      getOrThrow: (id: number) => rows.getOrThrow(id),
      all: () => all.all(),
      highestUpdateId: () => highestUpdateId.get() ?? 0,
    },
    write: {
      insert(id: number, row: NewBot) {
        insert.run({ id, ...row })
        rows.invalidate(id)
        ids.invalidate(row.token)
      },
      change(row: BotRow, changes: Partial<Omit<BotColumns, 'allowed_updates' | 'last_update_id'>>) {
        update.run({ ...row, ...changes })
        cache.invalidate('bots')
      },
      setFilter(id: number, filter: readonly UpdateType[] | null) {
        const allowed_updates = filter && JSON.stringify(filter)
        setFilter.run(allowed_updates, id)
        rows.change(id, { allowed_updates })
      },
      setLastUpdateId(id: number, last_update_id: number) {
        setLastUpdateId.run(last_update_id, id)
        rows.change(id, { last_update_id })
      },
      nextUpdateId(id: number): number {
        const last_update_id = nextUpdateId.get(id)!
        rows.change(id, { last_update_id })
        return last_update_id
      },
    },
  }
}

export interface WebhookRow {
  bot: number
  url: string
  address: string | null
  secret_token: string | null
  max_connections: number
  failures: number
  failed_update: number | null
  retry_at_ms: number
  last_error_date: number | null
  last_error_message: string | null
}

type Settings = Pick<WebhookRow, 'bot' | 'url' | 'address' | 'secret_token' | 'max_connections'>

export function webhooksTable(db: Db) {
  const get = db.prepare<[number], WebhookRow>('select * from webhooks where bot = ?')
  const latestFailure = pluck<[], number | null>(db, 'select max(last_error_date) from webhooks')
  const bots = pluck<[], number>(db, 'select bot from webhooks order by bot')
  const replace = db.prepare(`insert or replace into webhooks (bot, url, address, secret_token, max_connections)
    values (:bot, :url, :address, :secret_token, :max_connections)`)
  const remove = db.prepare('delete from webhooks where bot = ?')
  const retryNow = db.prepare('update webhooks set retry_at_ms = 0 where bot = ?')
  const renumber = db.prepare('update webhooks set failed_update = failed_update + ? where bot = ?')
  const fail = db.prepare(`update webhooks set failures = :failures, failed_update = :failed_update,
    retry_at_ms = :retry_at_ms, last_error_date = :last_error_date, last_error_message = :last_error_message
    where bot = :bot`)
  return {
    read: {
      get: (bot: number) => get.get(bot),
      bots: () => bots.all(),
      latestFailureDate: () => latestFailure.get() ?? 0,
    },
    write: {
      replace: (row: Settings) => void replace.run(row),
      remove: (bot: number) => remove.run(bot).changes > 0,
      /** Makes the next delivery attempt due now. */
      retryNow: (bot: number) => void retryNow.run(bot),
      /**
       * Adds `by` to the stored id of the failed update. Call this when `by` is added to the ids of the bot's updates.
       */
      renumber: (bot: number, by: number) => void renumber.run(by, bot),
      fail: (row: Omit<WebhookRow, keyof Settings> & { bot: number }) => void fail.run(row),
    },
  }
}
