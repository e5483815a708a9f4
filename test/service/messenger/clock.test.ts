// The machine's clock is set back by an hour while the emulator runs: nothing waits for that hour.

import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createEmulator } from '../../../src/emulator.ts'
import { steadyClock } from '../../../src/lib/clock.ts'
import { emptyFolder } from '../../helpers/program.ts'

const HOUR_MS = 3_600_000

/** The clock takes hold of the machine's as it is loaded, so that this one has to be there before. */
const machine = vi.hoisted(() => {
  const now = Date.now.bind(Date)
  const machine = { backMs: 0 }
  Date.now = () => now() - machine.backMs
  return machine
})

it('goes on where the machine’s clock is set back, and along where it is set forward', () => {
  let wallMs = 1_800_000_000_000
  let elapsedMs = 5.25
  const ms = steadyClock(
    () => wallMs,
    () => elapsedMs,
  )
  const pass = (wall: number, elapsed: number) => {
    wallMs += wall
    elapsedMs += elapsed
    return ms() - 1_800_000_000_000
  }
  expect(pass(0, 0)).toBe(0)
  expect(pass(1000, 1000)).toBe(1000)
  expect(pass(-HOUR_MS, 10)).toBe(1010)
  expect(pass(5, 5.5)).toBe(1015)
  expect(pass(HOUR_MS, 1000)).toBe(2015)
  // The machine slept.
  expect(pass(HOUR_MS, 0)).toBe(1005 + HOUR_MS)
})

function stage(file?: string) {
  let emulator = createEmulator(file === undefined ? {} : { file })
  onTestFinished(async () => {
    machine.backMs = 0
    await emulator.close()
  })
  emulator.perform('createUser', { handle: 'alice', first_name: 'Alice' })
  const { token } = emulator.perform('createBot', { handle: 'greeter', first_name: 'Greeter' }) as { token: string }
  const call = async (method: string, input: object) =>
    JSON.parse((await emulator.call({ token, method, input: { ...input } })).body)
  return {
    act: (action: string, params: object) => emulator.perform(action, params),
    call,
    setBack() {
      machine.backMs = HOUR_MS
    },
    async restart() {
      await emulator.close()
      emulator = createEmulator(file === undefined ? {} : { file })
    },
  }
}

it('a poll ends in its time', async () => {
  const { call, setBack } = stage()
  const poll = call('getUpdates', { timeout: 1 })
  setBack()
  expect(await poll).toEqual({ ok: true, result: [] })
})

it('LIM-01: a limit asks for the rest of its own minute', async () => {
  const { act, call, setBack } = stage()
  const { id } = act('createGroup', { title: 'Team', owner: 'alice', members: ['greeter'] }) as { id: number }
  for (let i = 0; i < 20; i++)
    expect(await call('sendMessage', { chat_id: id, text: `${i}` })).toMatchObject({ ok: true })
  setBack()
  const { parameters } = await call('sendMessage', { chat_id: id, text: 'one more' })
  expect(parameters.retry_after).toBeGreaterThan(50)
  expect(parameters.retry_after).toBeLessThanOrEqual(60)
})

it('LIM-01: also where the emulator is started anew afterwards', async () => {
  const { act, call, setBack, restart } = stage(join(emptyFolder(), 'world.sqlite'))
  const { id } = act('createGroup', { title: 'Team', owner: 'alice', members: ['greeter'] }) as { id: number }
  for (let i = 0; i < 20; i++) await call('sendMessage', { chat_id: id, text: `${i}` })
  setBack()
  await restart()
  const { parameters } = await call('sendMessage', { chat_id: id, text: 'one more' })
  expect(parameters.retry_after).toBeLessThanOrEqual(60)
})

it('a start goes on after what people have written', async () => {
  const { act, setBack, restart } = stage(join(emptyFolder(), 'world.sqlite'))
  act('start', { as: 'alice', bot: 'greeter' })
  const send = (text: string) => act('send', { as: 'alice', to: 'greeter', text }) as { date: number }
  const before = send('before')
  setBack()
  await restart()
  expect(send('after').date).toBeGreaterThanOrEqual(before.date)
})
