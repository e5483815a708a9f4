// Whatever happens, is refused or is undone: the rows that the store keeps at hand are those of the database.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Problem } from '../../src/lib/problem.ts'
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
  lookAround(stage)
  compare(stage)
  await stage.emulator.perform('restore', { name: 'one' })
}

class Undone extends Error {}

/** Actions are taken at once, so that the transaction around them is still open. */
function undo(stage: Stage, steps: Step[]) {
  const fail = () =>
    stage.emulator.world.transact(() => {
      for (const step of steps) {
        if ('action' in step) void take(stage, step)
        lookAround(stage)
      }
      throw new Undone()
    })
  expect(fail).toThrow(Undone)
}

/** Everything is looked up, so that what is at hand is more than what the next step needs. */
function lookAround({ emulator, bots, ids }: Stage) {
  const { store } = emulator.world
  for (const { token, id } of bots) {
    store.bots.byToken(token)
    store.bots.byToken('7:new')
    for (const person of PEOPLE) store.privateChats.between(id, ids[person]!)
  }
  for (const id of Object.values(ids)) store.users.byId(id)
  for (const chat of CHATS) {
    store.chats.byId(ids[chat]!)
    for (const user of PEOPLE) store.members.get(ids[chat]!, ids[user]!)
  }
}

function compare({ emulator }: Stage): number {
  let compared = 0
  for (const { kept, read } of emulator.world.store.atHand.kinds) {
    for (const [key, row] of kept.entries()) {
      expect(row).toEqual(read(key))
      compared++
    }
  }
  return compared
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
      lookAround(stage)
      compared += compare(stage)
    }
    await stage.emulator.close()
  })
  await fc.assert(property, { seed: 20_261_122, numRuns: 100 })
  expect(compared).toBeGreaterThan(50_000)
})
