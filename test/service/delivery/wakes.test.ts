// An update that comes just as a webhook has nothing more to do.

import { expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../../src/emulator.ts'
import { receiver } from '../../helpers/receiver.ts'

const STEPS = [0, 1, 2, 3, 4, 5, 6, 7]

it.each(STEPS)('HOOK-42 is delivered %d steps after the delivery before it', async (steps) => {
  const emulator = createEmulator()
  onTestFinished(() => emulator.close())
  const to = await receiver()
  const act = (name: string, params: object) => emulator.perform(name, params)
  const say = (text: string) => void act('send', { as: 'alice', to: 'greeter', text })
  act('updateService', { allow_local_webhooks: true })
  act('createUser', { first_name: 'Alice', handle: 'alice' })
  const { token } = act('createBot', { first_name: 'Greeter', handle: 'greeter' }) as { token: string }
  await emulator.call({ token, method: 'setWebhook', input: { url: to.origin } })
  const off = emulator.world.log.subscribeTo(['delivery'], async () => {
    off()
    for (let step = 0; step < steps; step++) await null
    say('2')
  })
  say('1')
  await to.received(2)
  expect(to.texts()).toEqual(['1', '2'])
})
