// Updates that are forgotten but still lie there: a long queue is forgotten at once, and its rows go piece by piece.

import type { Db } from './db.ts'
import type { RowsAtHand } from './rows-at-hand.ts'

/** As many rows as are removed in some milliseconds. */
const PIECE = 2000

/** The setting that keeps the bounds by bot: below its bound, all of a bot's updates are forgotten. */
export const FORGOTTEN = 'forgotten_updates'

type Bounds = Readonly<Record<number, number>>

/** There is one row of bounds. */
const ALL = 'all'

export type ForgottenUpdates = ReturnType<typeof forgottenUpdates>

/** Removes all of every bot's, in a copy that nobody else has open. */
export function removeForgotten(db: Db) {
  db.prepare(
    `delete from updates where exists (select 1 from settings, json_each(settings.value)
      where name = ? and cast(key as integer) = bot and update_id < atom)`,
  ).run(FORGOTTEN)
  db.prepare('delete from settings where name = ?').run(FORGOTTEN)
}

export function forgottenUpdates(db: Db, atHand: RowsAtHand) {
  const read = db.prepare<[string], string>('select value from settings where name = ?').pluck()
  const write = db.prepare('insert into settings values (?, ?) on conflict do update set value = excluded.value')
  const drop = db.prepare('delete from settings where name = ?')
  const firstFrom = db
    .prepare<[number, number], number>(
      'select update_id from updates where bot = ? and update_id >= ? order by update_id limit 1',
    )
    .pluck()
  const last = db.prepare<[number], number | null>('select max(update_id) from updates where bot = ?').pluck()
  const removePiece = db.prepare(`delete from updates where bot = :bot and update_id < min(:below, coalesce(
    (select update_id from updates where bot = :bot order by update_id limit 1 offset ${PIECE}), :below))`)
  const rows = atHand.keep(['updates'], (_: typeof ALL) => JSON.parse(read.get(FORGOTTEN) ?? '{}') as Bounds)

  const bounds = () => rows.known(ALL)
  const boundOf = (bot: number) => bounds()[bot] ?? 0

  function setBound(bot: number, bound: number | undefined) {
    const { [bot]: _, ...others } = bounds()
    const changed = bound === undefined ? others : { ...others, [bot]: bound }
    if (Object.keys(changed).length) write.run(FORGOTTEN, JSON.stringify(changed))
    else drop.run(FORGOTTEN)
    rows.drop(ALL)
  }

  /** Whether all of them are gone then. */
  function goOn(bot: number): boolean {
    const isDone = removePiece.run({ bot, below: boundOf(bot) }).changes < PIECE
    if (isDone) setBound(bot, undefined)
    return isDone
  }

  return {
    boundOf,
    any: () => Object.keys(bounds()).length > 0,
    /** Says whether there were any. What comes later is not forgotten, however high the number is. */
    forget(bot: number, below: number): boolean {
      const first = firstFrom.get(bot, boundOf(bot)) ?? below
      if (first >= below) return false
      const isLong = boundOf(bot) > 0 || removePiece.run({ bot, below }).changes === PIECE
      const highest = isLong ? (last.get(bot) ?? undefined) : undefined
      if (highest !== undefined) setBound(bot, Math.min(below, highest + 1))
      return true
    },
    /** Removes some rows. */
    removeSome() {
      const [bot] = Object.keys(bounds())
      if (bot !== undefined) goOn(Number(bot))
    },
    /** Removes all of a bot's, however long that takes. */
    finish(bot: number) {
      while (boundOf(bot) && !goOn(bot));
    },
  }
}
