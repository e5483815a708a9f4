// When those who only look on hear of a delivery.

import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createUntold } from '../../src/delivery/untold.ts'
import { createEmulator } from '../../src/emulator.ts'
import type { Happening } from '../../src/messenger/happening.ts'
import { HOOK } from './hooked.ts'
import { receiver, status } from './receiver.ts'

const made = (delivery: number): Happening => ({ type: 'delivery', bot: 1, delivery })

function listening() {
  const heard: Happening[] = []
  return { heard, untold: createUntold((happening) => void heard.push(happening)) }
}

test('a delivery is told of after the turn in which the next one is sent, and once', async () => {
  const { heard, untold } = listening()
  untold.add(made(1))
  await turn()
  expect(heard).toEqual([])
  untold.add(made(2))
  await turn()
  expect(heard).toEqual([made(1), made(2)])
  untold.add(made(3))
  await turn()
  await turn()
  expect(heard).toEqual([made(1), made(2), made(3)])
})

test('what was not told of by the end is told at once, and not again', async () => {
  const { heard, untold } = listening()
  untold.add(made(1))
  untold.tellAll()
  expect(heard).toEqual([made(1)])
  await turn()
  await turn()
  expect(heard).toEqual([made(1)])
})

test('of a world that is gone nothing is told', async () => {
  const { heard, untold } = listening()
  untold.add(made(1))
  untold.forget()
  await turn()
  await turn()
  expect(heard).toEqual([])
})

test.each(['an action', 'a call'])('it is told of before %s that comes after it', async (which) => {
  const to = await receiver(status(200))
  const emulator = createEmulator({ service: { webhook_routes: { 'bot.example.org': to.origin } } })
  onTestFinished(() => emulator.close())
  emulator.perform('createUser', { first_name: 'Alice' })
  const { id, token } = emulator.perform('createBot', { first_name: 'Greeter' }) as { id: number; token: string }
  await emulator.call({ token, method: 'setWebhook', input: { url: HOOK } })
  emulator.perform('start', { as: 'alice', bot: 'greeter' })
  const told: string[] = []
  emulator.onDelivery(() => told.push('delivery'))
  emulator.journal.onCall(({ method }) => told.push(method))
  while (emulator.world.store.updates.count(id)) await turn()
  expect(told).toEqual([])
  if (which === 'an action') emulator.perform('createUser', { first_name: 'Bob' })
  else emulator.journal.add({ ...CALL, bot: id, at: emulator.world.clock.seconds() })
  expect(told).toEqual(which === 'an action' ? ['delivery'] : ['delivery', 'getMe'])
})

const CALL = { method: 'getMe', params: {}, status: 200, body: '{"ok":true}', duration_ms: 1 }
