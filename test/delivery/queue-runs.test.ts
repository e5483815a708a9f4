// How many updates wait, and which, is reckoned from their numbers: it is what counting them row by row comes to, whatever
// has happened to the queue.

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../src/emulator.ts'
import { acknowledgeUpdates, dropPendingUpdates, putBack } from '../../src/messenger/updates/update-queue.ts'
import type { Tx } from '../../src/messenger/world.ts'
import type { UpdateRow } from '../../src/store/tables/updates.ts'

/** A moment after which updates have not expired yet. */
const NOW = Date.now()

function emulatorWithBot(file?: string) {
  const emulator = createEmulator(file === undefined ? {} : { file })
  onTestFinished(() => emulator.close())
  emulator.perform('createUser', { first_name: 'Alice', handle: 'alice' })
  const { id } = emulator.perform('createBot', { first_name: 'Greeter', handle: 'greeter' }) as { id: number }
  return { emulator, id }
}

interface Step {
  what: 'append' | 'take one' | 'put back' | 'acknowledge' | 'all but the last' | 'renumber' | 'drop'
  n: number
  made_ms: number
}

const step = fc.record({
  what: fc.constantFrom<Step['what']>(
    ...(['append', 'append', 'append', 'append', 'take one', 'take one', 'put back', 'put back'] as const),
    ...(['acknowledge', 'all but the last', 'renumber', 'drop'] as const),
  ),
  n: fc.nat(40),
  made_ms: fc.integer({ min: NOW + 1, max: NOW + 5 }),
})

/** Every row that waits, one by one. */
const rowsOf = (tx: Tx, bot: number) => tx.store.updates.first(bot, 1_000_000)

function take(tx: Tx, id: number, { what, n, made_ms }: Step, gone: UpdateRow[]) {
  const { bots, updates } = tx.store
  const bot = bots.known(id)
  const rows = rowsOf(tx, id)
  const some = rows[n % Math.max(rows.length, 1)]
  const past = gone[n % Math.max(gone.length, 1)]
  if (what === 'append') {
    const update_id = bots.nextUpdateId(id)
    const body = JSON.stringify({ update_id, message: {} })
    updates.append({ bot: id, update_id, type: 'message', body, made_ms })
  } else if (what === 'take one' && some) updates.remove(id, some.update_id)
  else if (what === 'put back' && past && !updates.get(id, past.update_id)) putBack(tx, { ...past, made_ms })
  else if (what === 'acknowledge' && some) acknowledgeUpdates(tx, bot, some.update_id)
  else if (what === 'all but the last') acknowledgeUpdates(tx, bot, -1 - n)
  else if (what === 'drop' && n > 30) dropPendingUpdates(tx, bot)
  else if (what === 'renumber' && n > 30) {
    updates.renumber(id, n)
    bots.setLastUpdateId(id, bot.last_update_id + n)
    gone.length = 0
    return
  }
  const stay = new Set(rowsOf(tx, id).map(({ update_id }) => update_id))
  gone.push(...rows.filter(({ update_id }) => !stay.has(update_id)))
}

const AFTER = [0, 1, 2, 3, 4, 5].map((ms) => NOW + ms)

function expectReckoned(tx: Tx, bot: number) {
  const rows = rowsOf(tx, bot)
  const { updates } = tx.store
  const reckoned = AFTER.map((after) => ({
    count: updates.countUnexpired(bot, after),
    first: updates.firstUnexpired(bot, after),
    unexpired: updates.unexpired(bot, after, 1000),
  }))
  const counted = AFTER.map((after) => {
    const first = rows.findIndex(({ made_ms }) => made_ms > after)
    const unexpired = first < 0 ? [] : rows.slice(first)
    return { count: unexpired.length, first: unexpired[0]?.update_id, unexpired }
  })
  expect(reckoned).toEqual(counted)
  const places = [...rows.keys(), rows.length].map((at) => at + 1)
  expect(places.map((n) => updates.nthLast(bot, n))).toEqual(places.map((n) => rows.at(-n)?.update_id))
}

it('after anything that may happen to a queue', { timeout: 60_000 }, () => {
  const { emulator, id } = emulatorWithBot()
  const { world } = emulator
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
      world.transact((tx) => dropPendingUpdates(tx, tx.store.bots.known(id)))
      const gone: UpdateRow[] = []
      for (const one of steps) {
        world.transact((tx) => take(tx, id, one, gone))
        expectReckoned(world, id)
      }
    }),
    { numRuns: 150 },
  )
})

it('after a transaction that fails in a world that was opened again', async () => {
  const file = path()
  const { emulator: earlier, id } = emulatorWithBot(file)
  const append = (tx: Tx, made_ms: number) => take(tx, id, { what: 'append', n: 0, made_ms }, [])
  earlier.world.transact((tx) => append(tx, NOW + 5))
  await earlier.close()
  const { world, close } = createEmulator({ file })
  onTestFinished(close)
  expect(() =>
    world.transact((tx) => {
      append(tx, NOW + 1)
      throw new Error('undone')
    }),
  ).toThrow('undone')
  world.transact((tx) => append(tx, NOW + 3))
  expectReckoned(world, id)
})

/** Of twelve updates some are missing, and others were made before those ahead of them. */
const BREAK_UP = `delete from updates where update_id in (2, 5, 6, 12);
  update updates set made_ms = ${NOW} + case update_id when 3 then 5 when 8 then 2 when 9 then 3 else 4 end`

const OLDER = 'drop table update_breaks; pragma user_version = 8'

function path(): string {
  const folder = mkdtempSync(join(tmpdir(), 'runs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'world.sqlite')
}

function fill(tx: Tx, bot: number) {
  for (let i = 0; i < 12; i++) take(tx, bot, { what: 'append', n: 0, made_ms: NOW }, [])
}

function change(file: string, sql: string) {
  const db = new Database(file)
  db.exec(sql)
  db.close()
}

it.each([
  ['an archive', `${BREAK_UP}; delete from update_breaks`],
  ['an archive that says something else', `${BREAK_UP}; insert into update_breaks select id, 3, 11 from bots`],
  ['an archive of an older emulator', `${BREAK_UP}; ${OLDER}`],
])('after %s', async (_, sql) => {
  const { emulator, id } = emulatorWithBot()
  emulator.world.transact((tx) => fill(tx, id))
  const { file, done } = await emulator.exportWorld({ tokens: true })
  change(file, sql)
  await emulator.importWorld(async (to) => copyFileSync(file, to))
  await done()
  expect(rowsOf(emulator.world, id)).toHaveLength(8)
  expectReckoned(emulator.world, id)
})

it('in a world of an older emulator', async () => {
  const file = path()
  const { emulator, id } = emulatorWithBot(file)
  emulator.world.transact((tx) => fill(tx, id))
  await emulator.close()
  change(file, `${BREAK_UP}; ${OLDER}`)
  const later = createEmulator({ file })
  onTestFinished(() => later.close())
  expect(rowsOf(later.world, id)).toHaveLength(8)
  expectReckoned(later.world, id)
})
