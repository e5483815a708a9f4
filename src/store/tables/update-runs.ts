// The runs of a bot's queue, between its breaks: how many updates wait, and which come first or last, is reckoned from
// their numbers, and nothing is counted row by row.

import type { Db } from '../db.ts'

interface Run {
  first: number
  last: number
}

interface Break {
  last: number
  next: number
}

const NO_AGE = Number.NEGATIVE_INFINITY

export function updateRuns(db: Db) {
  const ends = db.prepare<[number, number, number], { first: number | null; last: number | null }>(`select
    (select min(update_id) from updates
      where bot = ? and update_id >= (select updates_from from bots where id = ?)) as first,
    (select max(update_id) from updates where bot = ?) as last`)
  const breaksWithin = db.prepare<[number, number, number], Break>(
    'select last, next from update_breaks where bot = ? and last >= ? and next <= ? order by last',
  )
  const madeMs = db
    .prepare<[number, number], number>('select made_ms from updates where bot = ? and update_id = ?')
    .pluck()
  const before = db.prepare<[number, number], { update_id: number; made_ms: number }>(
    'select update_id, made_ms from updates where bot = ? and update_id < ? order by update_id desc limit 1',
  )
  const after = db
    .prepare<[number, number, number], number>(
      `select coalesce((select min(update_id) from updates where bot = ? and update_id > ?),
        (select last_update_id + 1 from bots where id = ?))`,
    )
    .pluck()
  const breakAt = db
    .prepare<[number, number], number>('select next from update_breaks where bot = ? and last = ?')
    .pluck()
  const isFree = db
    .prepare<[number, number, number, number], 0 | 1>(`select
      not exists (select 1 from updates where bot = ? and update_id < ?)
      and not exists (select 1 from update_breaks where bot = ? and last = ?)`)
    .pluck()
  const add = db.prepare<[number, number, number]>('insert or replace into update_breaks values (?, ?, ?)')
  const removeAt = db.prepare<[number, number, number]>(
    'delete from update_breaks where bot = ? and (last = ? or next = ?)',
  )
  const removeBelow = db.prepare<[number, number]>('delete from update_breaks where bot = ? and last < ?')

  /** No update of a bot was made later than this: one that is made no earlier than that begins no run. */
  const latestMs = new Map<number, number>()
  const note = (bot: number, ms: number) => latestMs.set(bot, Math.max(ms, latestMs.get(bot) ?? ms))

  /** From the first one on that waits. */
  function runsOf(bot: number): Run[] {
    const { first, last } = ends.get(bot, bot, bot)!
    if (first === null || last === null) return []
    const breaks = breaksWithin.all(bot, first, last)
    const firsts = [first, ...breaks.map(({ next }) => next)]
    const lasts = [...breaks.map((one) => one.last), last]
    return firsts.map((from, i) => ({ first: from, last: lasts[i] ?? last }))
  }

  /** From the first one on that was made after a moment. What comes after that stays, too: no order changes. */
  function runsAfter(bot: number, afterMs: number): Run[] {
    const isAfter = (updateId: number) => (madeMs.get(bot, updateId) ?? NO_AGE) > afterMs
    const runs = runsOf(bot)
    const at = runs.findIndex(({ last }) => isAfter(last))
    const [run, ...others] = at < 0 ? [] : runs.slice(at)
    return run ? [{ first: firstIn(run, isAfter), last: run.last }, ...others] : []
  }

  return {
    read: {
      count: (bot: number, madeAfterMs: number) =>
        runsAfter(bot, madeAfterMs).reduce((sum, { first, last }) => sum + last - first + 1, 0),
      /** The number of the first one that was made after a moment. */
      first: (bot: number, madeAfterMs: number) => runsAfter(bot, madeAfterMs)[0]?.first,
      /** Whether one can go without a break: none stands before it, and no break behind it. */
      isFree: (bot: number, updateId: number) => isFree.get(bot, updateId, bot, updateId) === 1,
      /** The number of the one that has `n - 1` after it. */
      nthLast(bot: number, n: number): number | undefined {
        let behind = n
        for (const { first, last } of runsOf(bot).reverse()) {
          if (behind <= last - first + 1) return last - behind + 1
          behind -= last - first + 1
        }
        return undefined
      },
    },
    /** Go with what is written to the updates themselves, before it. */
    write: {
      append(bot: number, updateId: number, ms: number) {
        if (ms < (latestMs.get(bot) ?? Number.POSITIVE_INFINITY)) {
          const last = before.get(bot, updateId)
          if (last && last.made_ms > ms) add.run(bot, last.update_id, updateId)
          if (last) note(bot, last.made_ms)
        }
        note(bot, ms)
      },
      /** Of one that others may stand behind. */
      insert(bot: number, updateId: number, ms: number) {
        const last = before.get(bot, updateId)
        if (last) add.run(bot, last.update_id, updateId)
        add.run(bot, updateId, after.get(bot, updateId, bot)!)
        note(bot, ms)
      },
      remove(bot: number, updateId: number) {
        const last = before.get(bot, updateId)
        const next = breakAt.get(bot, updateId) ?? updateId + 1
        removeAt.run(bot, updateId, updateId)
        if (last) add.run(bot, last.update_id, next)
      },
      removeBelow: (bot: number, below: number) => void removeBelow.run(bot, below),
      renumber(bot: number, by: number) {
        const breaks = breaksWithin.all(bot, 0, Number.MAX_SAFE_INTEGER)
        removeBelow.run(bot, Number.MAX_SAFE_INTEGER)
        for (const { last, next } of breaks) add.run(bot, last + by, next + by)
      },
    },
  }
}

/** The first number of a run of which something is true that is true of all behind it, too, and of its last. */
function firstIn(run: Run, isTrue: (updateId: number) => boolean): number {
  let { first, last } = run
  while (first < last) {
    const middle = Math.floor((first + last) / 2)
    if (isTrue(middle)) last = middle
    else first = middle + 1
  }
  return first
}
