// The table of pending updates.

import type { UpdateType } from '../../spec/update-types.ts'
import { type Db, insertInto, pluck } from '../db.ts'
import type { RowCache } from '../row-cache.ts'

export interface UpdateRow {
  bot: number
  update_id: number
  type: UpdateType
  body: string
  made_ms: number
}

/** The maximum number of updates deleted at once, because deleting hundreds of thousands would block all calls. */
export const REMOVED_AT_ONCE = 1000

const SEARCHED_AT_ONCE = 500

/** SQL for a bot's pending updates, without dropped updates whose rows still exist. Takes the bot's id twice. */
const PENDING = 'from updates where bot = +? and update_id >= (select updates_from from bots where id = +?)'

export function updatesTable(db: Db, cache: RowCache) {
  const first = db.prepare<[number, number, number], UpdateRow>(`select * ${PENDING} order by update_id limit +?`)
  const afterSearched = pluck<[number, number], number>(
    db,
    `select update_id from updates where bot = +? and update_id >= +? order by update_id limit 1 offset ${SEARCHED_AT_ONCE}`,
  )
  const bodiesWith = pluck<[number, number, number, string], string>(
    db,
    'select body from updates where bot = ? and update_id >= ? and update_id < ? and instr(body, ?)',
  )
  const from = db.prepare<[number, number, number], UpdateRow>(
    'select * from updates where bot = +? and update_id >= +? order by update_id limit +?',
  )
  const countFrom = pluck<[number, number], number>(db, 'select count(*) from updates where bot = ? and update_id >= ?')
  const firstUnexpired = pluck<[number, number, number], number | null>(
    db,
    `select min(update_id) ${PENDING} and made_ms > +?`,
  )
  const get = db.prepare<[number, number, number], UpdateRow>(`select * ${PENDING} and update_id = +?`)
  const nthLast = pluck<[number, number, number], number>(
    db,
    `select update_id ${PENDING} order by update_id desc limit 1 offset +?`,
  )
  const latestMs = pluck<[], number | null>(
    db,
    'select max((select made_ms from updates where bot = id order by update_id desc limit 1)) from bots',
  )
  const insert = insertInto<UpdateRow>(db, 'updates')
  const oldest = db.prepare<[number], { update_id: number | null }>(
    'select min(update_id) as update_id from updates where bot = +?',
  )
  const oldestRows = cache.rowsOf(['updates'], (bot: number) => oldest.get(bot))
  const endOfPiece = pluck<[number], number>(
    db,
    `select update_id from updates where bot = +? order by update_id limit 1 offset ${REMOVED_AT_ONCE}`,
  )
  const removeBelow = db.prepare<[number, number]>('delete from updates where bot = ? and update_id < ?')
  const remove = db.prepare('delete from updates where bot = ? and update_id = ?')
  // Stores the new ids as negative numbers first, because SQLite requires unique ids after each changed row.
  const renumber = db.prepare(`update updates set update_id = -(update_id + :by),
    body = '{"update_id":' || (update_id + cast(:by as integer)) || substr(body, instr(body, ',')) where bot = :bot`)
  const finishRenumbering = db.prepare('update updates set update_id = -update_id where bot = ? and update_id < 0')
  const withDropped = pluck<[], number>(
    db,
    'select id from bots where exists (select 1 from updates where bot = id and update_id < updates_from)',
  )
  /** Bots that may still have rows of dropped updates, also from an earlier run of the emulator. */
  const botsWithDropped = new Set(withDropped.all())

  function removePiece(bot: number, below: number): number {
    const first = oldestRows.getOrThrow(bot).update_id ?? below
    if (first >= below) return 0
    oldestRows.invalidate(bot)
    const mayBeMany = below - first > REMOVED_AT_ONCE
    const end = mayBeMany ? (endOfPiece.get(bot) ?? below) : below
    return removeBelow.run(bot, Math.min(end, below)).changes
  }

  return {
    read: {
      first: (bot: number, most: number) => first.all(bot, bot, most),
      /**
       * Searches `SEARCHED_AT_ONCE` updates from the id `from` for `text`. `next` is the first unsearched id, if any.
       */
      search(bot: number, from: number, text: string): { bodies: string[]; next: number | undefined } {
        const next = afterSearched.get(bot, from)
        return { bodies: bodiesWith.all(bot, from, next ?? Number.MAX_SAFE_INTEGER, text), next }
      },
      get: (bot: number, updateId: number) => get.get(bot, bot, updateId),
      /** Returns the id of the nth update, counted from the newest. */
      nthLast: (bot: number, n: number) => nthLast.get(bot, bot, n - 1),
      /**
       * Returns the id of the first unexpired update. All later updates count as unexpired, even if their times are
       * earlier because the clock was set back.
       */
      firstUnexpired: (bot: number, madeAfterMs: number) => firstUnexpired.get(bot, bot, madeAfterMs) ?? undefined,
      from: (bot: number, updateId: number, max: number) => from.all(bot, updateId, max),
      countFrom: (bot: number, updateId: number) => countFrom.get(bot, updateId)!,
      botWithDropped: () => botsWithDropped.values().next().value,
      latestMs: () => latestMs.get() ?? 0,
    },
    write: {
      insert(row: UpdateRow) {
        insert(row)
        oldestRows.invalidate(row.bot)
      },
      /** Deletes at most `REMOVED_AT_ONCE` updates, and returns how many. */
      removeBelow(bot: number, below: number): number {
        const changes = removePiece(bot, below)
        if (changes === REMOVED_AT_ONCE) botsWithDropped.add(bot)
        else botsWithDropped.delete(bot)
        return changes
      },
      renumber(bot: number, by: number) {
        renumber.run({ bot, by })
        finishRenumbering.run(bot)
        oldestRows.invalidate(bot)
      },
      remove(bot: number, updateId: number) {
        remove.run(bot, updateId)
        oldestRows.invalidate(bot)
      },
    },
  }
}
