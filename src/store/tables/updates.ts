// The updates that wait for each bot.

import type { UpdateType } from '../../spec/update-types.ts'
import type { Db } from '../db.ts'
import { forgottenUpdates } from '../forgotten-updates.ts'
import type { RowsAtHand } from '../rows-at-hand.ts'

export interface UpdateRow {
  bot: number
  update_id: number
  type: UpdateType
  body: string
  made_ms: number
}

export function updatesTable(db: Db, atHand: RowsAtHand) {
  const forgotten = forgottenUpdates(db, atHand)
  const first = db.prepare<[number, number, number], UpdateRow>(
    'select * from updates where bot = ? and update_id >= ? order by update_id limit ?',
  )
  const after = db.prepare<[number, number, string, number], UpdateRow>(
    'select * from updates where bot = ? and update_id > ? and instr(body, ?) order by update_id limit ?',
  )
  // Those that were made before the first unexpired one expire with it: a clock that was set back changes no order.
  const firstUnexpired =
    'coalesce((select min(update_id) from updates where bot = ? and update_id >= ? and made_ms > ?), 9e18)'
  const unexpired = db.prepare<[number, number, number, number, number], UpdateRow>(
    `select * from updates where bot = ? and update_id >= ${firstUnexpired} order by update_id limit ?`,
  )
  const countUnexpired = db
    .prepare<[number, number, number, number], number>(
      `select count(*) from updates where bot = ? and update_id >= ${firstUnexpired}`,
    )
    .pluck()
  const firstUnexpiredId = db.prepare<[number, number, number], number>(`select ${firstUnexpired}`).pluck()
  const get = db.prepare<[number, number], UpdateRow>('select * from updates where bot = ? and update_id = ?')
  const has = db.prepare<[number, number], 1>('select 1 from updates where bot = ? and update_id = ?').pluck()
  const nthLast = db
    .prepare<[number, number, number], number>(
      'select update_id from updates where bot = ? and update_id >= ? order by update_id desc limit 1 offset ?',
    )
    .pluck()
  const latestMs = db.prepare<[], number | null>('select max(made_ms) from updates').pluck()
  const insert = db.prepare('insert into updates values (:bot, :update_id, :type, :body, :made_ms)')
  const remove = db.prepare('delete from updates where bot = ? and update_id = ?')
  // In two steps, through numbers that none has, since each has to be unique at any moment.
  const renumber = db.prepare(`update updates set update_id = -(update_id + :by),
    body = '{"update_id":' || (update_id + cast(:by as integer)) || substr(body, instr(body, ',')) where bot = :bot`)
  const finishRenumbering = db.prepare('update updates set update_id = -update_id where bot = ? and update_id < 0')
  const { boundOf, forget } = forgotten
  return {
    read: {
      first: (bot: number, most: number) => first.all(bot, boundOf(bot), most),
      /** Those after one in which a text stands. */
      after: (bot: number, updateId: number, text: string, most: number) =>
        after.all(bot, Math.max(updateId, boundOf(bot) - 1), text, most),
      get: (bot: number, updateId: number) => (updateId < boundOf(bot) ? undefined : get.get(bot, updateId)),
      has: (bot: number, updateId: number) => updateId >= boundOf(bot) && has.get(bot, updateId) !== undefined,
      /** The number of the update that has `n - 1` after it. */
      nthLast: (bot: number, n: number) => nthLast.get(bot, boundOf(bot), n - 1),
      unexpired: (bot: number, madeAfterMs: number, max: number) =>
        unexpired.all(bot, bot, boundOf(bot), madeAfterMs, max),
      countUnexpired: (bot: number, madeAfterMs: number) => countUnexpired.get(bot, bot, boundOf(bot), madeAfterMs)!,
      latestMs: () => latestMs.get() ?? 0,
      /** Whether rows of forgotten ones are still to be removed. */
      anyForgotten: forgotten.any,
    },
    write: {
      insert(row: UpdateRow) {
        // One that comes again, while others of its time are still to be removed.
        if (row.update_id < boundOf(row.bot)) forgotten.finish(row.bot)
        insert.run(row)
      },
      /** Forgets the updates below a number, and says whether there were any. */
      acknowledge: forget,
      removeSomeForgotten: forgotten.removeSome,
      renumber(bot: number, by: number) {
        forgotten.finish(bot)
        renumber.run({ bot, by })
        finishRenumbering.run(bot)
      },
      expire: (bot: number, madeUpToMs: number) =>
        void forget(bot, firstUnexpiredId.get(bot, boundOf(bot), madeUpToMs)!),
      remove: (bot: number, updateId: number) => remove.run(bot, updateId).changes > 0,
      clear: (bot: number) => forget(bot, Number.MAX_SAFE_INTEGER),
    },
  }
}
