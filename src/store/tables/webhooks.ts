// The webhook of each bot that has one.

import type { Db } from '../db.ts'

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
  const latestFailure = db.prepare<[], number | null>('select max(last_error_date) from webhooks').pluck()
  const bots = db.prepare<[], number>('select bot from webhooks order by bot').pluck()
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
      /** When a delivery failed last. */
      latestFailureDate: () => latestFailure.get() ?? 0,
    },
    write: {
      replace: (row: Settings) => void replace.run(row),
      remove: (bot: number) => remove.run(bot).changes > 0,
      /** The next attempt waits no longer. */
      retryNow: (bot: number) => void retryNow.run(bot),
      /** Goes with the updates of a bot, which get higher numbers. */
      renumber: (bot: number, by: number) => void renumber.run(by, bot),
      fail: (row: Omit<WebhookRow, keyof Settings> & { bot: number }) => void fail.run(row),
    },
  }
}
