// Whatever happens, is refused or is undone: the store answers as one that reads everything from the database again.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Problem } from '../../../src/lib/problem.ts'
import { openStore, type ReadStore } from '../../../src/service/store/store.ts'
import { CHATS, PEOPLE, type Stage, type Step, setStage, someSteps, take } from './stage.ts'

/** A step by itself, several in a transaction that fails at its end, several in one moment, or the whole world. */
type Happening = { step: Step } | { undone: Step[] } | { atOnce: Step[] } | WholeWorld

interface WholeWorld {
  world: string
  params: Record<string, unknown>
}

const other = (name: string, params: Record<string, unknown> = {}) => fc.constant({ world: name, params })

async function happenings(): Promise<fc.Arbitrary<Happening[]>> {
  const steps = await someSteps()
  const happening = fc.oneof(
    { weight: 60, arbitrary: steps.map((some) => ({ step: some[0]! })) },
    { weight: 12, arbitrary: steps.map((some) => ({ undone: some.slice(0, 4) })) },
    { weight: 12, arbitrary: steps.map((some) => ({ atOnce: some.slice(0, 6) })) },
    { weight: 2, arbitrary: other('snapshot', { name: 'one' }) },
    { weight: 3, arbitrary: other('restore', { name: 'one' }) },
    { weight: 1, arbitrary: other('reset', { layer: 'messages' }) },
    { weight: 1, arbitrary: other('reset', { layer: 'messages', bot: 'open' }) },
    { weight: 1, arbitrary: other('reset', { layer: 'queues' }) },
    { weight: 1, arbitrary: other('reset') },
    { weight: 1, arbitrary: other('clearWorld', { keep: ['open'] }) },
    { weight: 1, arbitrary: other('updateBot', { bot: 'open', token: '7:new' }) },
  )
  return fc.array(happening, { minLength: 10, maxLength: 40, size: 'max' })
}

async function happen(stage: Stage, happening: Happening) {
  if ('step' in happening) await take(stage, happening.step)
  else if ('atOnce' in happening) await Promise.all(happening.atOnce.map((step) => take(stage, step)))
  else if ('undone' in happening) undo(stage, happening.undone)
  else await replaceWorld(stage, happening)
}

async function replaceWorld(stage: Stage, { world: name, params }: WholeWorld) {
  await stage.emulator.perform(name, params)
  if (name !== 'reset' || params.layer) return
  // A bot that a reset has taken away is waited for.
  await compare(stage)
  await stage.emulator.perform('restore', { name: 'one' })
}

class Undone extends Error {}

/** Actions are taken at once, so that the transaction around them is still open. */
function undo(stage: Stage, steps: Step[]) {
  const fail = () =>
    stage.emulator.world.transact(() => {
      for (const step of steps) {
        if ('action' in step) void take(stage, step)
        lookAround(stage, stage.emulator.world.store)
      }
      throw new Undone()
    })
  expect(fail).toThrow(Undone)
}

/** Everything that the store keeps in memory, looked up. */
function lookAround({ bots, ids }: Stage, store: ReadStore) {
  const users = Object.values(ids)
  const now = store.ledger.latestMs()
  return [
    ...bots.flatMap(({ token, id }) => [
      store.bots.byToken(token),
      store.bots.byToken('7:new'),
      store.bots.byId(id),
      store.updates.first(id, 1),
      store.ledger.sendsOfBot(id, now - 1000),
      ...PEOPLE.map((person) => store.privateChats.between(id, ids[person]!)),
      ...CHATS.map((chat) => store.ledger.inChat(ids[chat]!, id, now - 60_000)),
      ...CHATS.map((chat) => store.dailyChats.has(id, Math.floor(now / 86_400_000), ids[chat]!)),
    ]),
    ...users.map((id) => store.users.byId(id)),
    ...CHATS.map((chat) => store.chats.byId(ids[chat]!)),
    ...CHATS.flatMap((chat) => users.map((user) => store.members.get(ids[chat]!, user))),
    store.ledger.devices(now - 1000),
  ]
}

/** Compares the store with one that has just been opened on a copy of its database. */
async function compare(stage: Stage): Promise<number> {
  const { store } = stage.emulator.world
  const folder = mkdtempSync(join(tmpdir(), 'row-cache-'))
  try {
    const copy = join(folder, 'world.sqlite')
    await store.copyTo(copy)
    const fresh = openStore(copy)
    const rows = lookAround(stage, store)
    expect(rows).toEqual(lookAround(stage, fresh))
    fresh.close()
    return rows.filter((row) => row !== undefined).length
  } finally {
    rmSync(folder, { recursive: true })
  }
}

it('keeps no row that differs from the database', async () => {
  let compared = 0
  const property = fc.asyncProperty(await happenings(), async (sequence) => {
    const stage = await setStage()
    await stage.emulator.perform('snapshot', { name: 'one' })
    for (const happening of sequence) {
      await happen(stage, happening).catch((error) => {
        // In an emptied world there is nobody to name.
        if (!(error instanceof Problem)) throw error
      })
      compared += await compare(stage)
    }
    await stage.emulator.close()
  })
  await fc.assert(property, { seed: 20_261_122, numRuns: 12 })
  expect(compared).toBeGreaterThan(10_000)
})
