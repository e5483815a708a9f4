// The table of pending updates.

import type { UpdateType } from '../../rules/update-types.ts'
import { type Db, insertInto, pluck } from '../db.ts'

export interface UpdateRow {
  bot: number
  update_id: number
  type: UpdateType
  body: string
  made_ms: number
}

export function updatesTable(db: Db) {
  const bodiesWith = pluck<[number, number, string], string>(
    db,
    'select body from updates where bot = ? and update_id >= ? and instr(body, ?)',
  )
  const from = db.prepare<[number, number, number], UpdateRow>(
    'select * from updates where bot = +? and update_id >= +? order by update_id limit +?',
  )
  const countFrom = pluck<[number, number], number>(db, 'select count(*) from updates where bot = ? and update_id >= ?')
  const firstUnexpired = pluck<[number, number], number | null>(
    db,
    'select min(update_id) from updates where bot = +? and made_ms > +?',
  )
  const get = db.prepare<[number, number], UpdateRow>('select * from updates where bot = ? and update_id = ?')
  const nthLast = pluck<[number, number], number>(
    db,
    'select update_id from updates where bot = +? order by update_id desc limit 1 offset +?',
  )
  const latestMs = pluck<[], number | null>(
    db,
    'select max((select made_ms from updates where bot = id order by update_id desc limit 1)) from bots',
  )
  const insert = insertInto<UpdateRow>(db, 'updates')
  const removeBelow = db.prepare<[number, number]>('delete from updates where bot = ? and update_id < ?')
  const remove = db.prepare('delete from updates where bot = ? and update_id = ?')
  // Stores the new ids as negative numbers first, because SQLite requires unique ids after each changed row.
  const renumber = db.prepare(`update updates set update_id = -(update_id + :by),
    body = '{"update_id":' || (update_id + cast(:by as integer)) || substr(body, instr(body, ',')) where bot = :bot`)
  const finishRenumbering = db.prepare('update updates set update_id = -update_id where bot = ? and update_id < 0')
  return {
    read: {
      first: (bot: number, most: number) => from.all(bot, 0, most),
      /** Returns the updates from the id `from` whose JSON contains the text. */
      bodiesWith: (bot: number, from: number, text: string) => bodiesWith.all(bot, from, text),
      get: (bot: number, updateId: number) => get.get(bot, updateId),
      /** Returns the id of the nth update, counted from the newest. */
      nthLast: (bot: number, n: number) => nthLast.get(bot, n - 1),
      /**
       * Returns the id of the first unexpired update. All later updates count as unexpired, even if their times are
       * earlier because the clock was set back.
       */
      firstUnexpired: (bot: number, madeAfterMs: number) => firstUnexpired.get(bot, madeAfterMs) ?? undefined,
      from: (bot: number, updateId: number, max: number) => from.all(bot, updateId, max),
      countFrom: (bot: number, updateId: number) => countFrom.get(bot, updateId)!,
      latestMs: () => latestMs.get() ?? 0,
    },
    write: {
      insert: (row: UpdateRow) => void insert(row),
      /** Deletes the updates below an id, and returns how many. */
      removeBelow: (bot: number, below: number): number => removeBelow.run(bot, below).changes,
      renumber(bot: number, by: number) {
        renumber.run({ bot, by })
        finishRenumbering.run(bot)
      },
      remove: (bot: number, updateId: number) => void remove.run(bot, updateId),
    },
  }
}
