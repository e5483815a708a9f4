// Updates of a bot that never polls do not stay for ever.

import { expect, it } from 'vitest'
import { world } from '../../helpers/service.ts'

const DAY = 86_400

/** A bot with one update and without a client, and how many of its updates the database has. */
async function unpolled() {
  const { s, bots } = await world({ people: ['Alice'], bots: [{}], started: [['alice', 'greeter']] })
  const { store } = s.emulator.world
  return { s, bot: bots[0]!, stored: () => store.updates.first(bots[0]!.id, 100).length }
}

it('GAP-83 go after 24 hours', async () => {
  const { s, stored } = await unpolled()
  expect(stored()).toBe(1)
  await s.act('advanceClock', { seconds: DAY - 1 })
  expect(stored()).toBe(1)
  await s.act('advanceClock', { seconds: 3600 })
  expect(stored()).toBe(0)
})

it('go when the clock jumps past their time, and later ones stay', async () => {
  const { s, stored } = await unpolled()
  await s.act('advanceClock', { seconds: DAY / 2 })
  await s.act('send', { as: 'alice', to: 'greeter', text: 'later' })
  expect(stored()).toBe(2)
  await s.act('advanceClock', { seconds: DAY / 2 })
  expect(stored()).toBe(1)
  await s.act('advanceClock', { seconds: DAY })
  expect(stored()).toBe(0)
})
