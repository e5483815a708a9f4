// Faults of updates that are set while a poll waits strike what it brings.

import { expect, it } from 'vitest'
import { openPoll, world } from '../../helpers/service.ts'

async function waiting() {
  const { s, bots } = await world({ people: ['Alice'], bots: [{ handle: 'greeter', first_name: 'Greeter' }] })
  const [bot] = bots
  if (!bot) throw new Error('no bot')
  await s.act('start', { as: 'alice', bot: 'greeter' })
  await bot.drain()
  return { s, bot, poll: await openPoll(s, bot) }
}

it('twice', async () => {
  const { s, bot, poll } = await waiting()
  await s.act('injectFault', { duplicate_updates: true })
  await s.act('send', { as: 'alice', to: 'greeter', text: 'hi' })
  const { body } = await poll.answer
  expect(body.result.map((update: { message: { text: string } }) => update.message.text)).toEqual(['hi', 'hi'])
  expect((await bot.ok('getUpdates')).length).toBe(1)
  expect(await s.view('/faults')).toMatchObject([{ fired: 1, spent: true }])
})

it('in another order, once there are two', async () => {
  const { s, bot, poll } = await waiting()
  await s.act('injectFault', { reorder_updates: true })
  await s.act('send', { as: 'alice', to: 'greeter', text: 'one' })
  expect((await poll.answer).body.result).toHaveLength(1)
  await s.act('send', { as: 'alice', to: 'greeter', text: 'two' })
  const texts = (await bot.ok('getUpdates')).map((update: { message: { text: string } }) => update.message.text)
  expect(texts).toEqual(['two', 'one'])
})
