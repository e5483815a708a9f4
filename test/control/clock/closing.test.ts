// The emulator closes while a process that follows its clock is asked whether it is idle.

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createEmulator } from '../../../src/emulator.ts'

it.each([
  ['at once', 0],
  ['in the time in which a test may react', 10],
])('reads nothing of the world after it is closed %s', async (_, ms) => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', note)
  const emulator = createEmulator()
  const isAnswered = Promise.withResolvers<void>()
  emulator.followers.add({ pid: 1, runtime: 'node', skips: true, runsAhead: false }, ({ lease, ask }) => {
    if (!ask) return
    emulator.followers.report({ lease, ask, due_ms: Date.now() + 3_600_000, timers: 1, polls: 0, held: 0 })
    isAnswered.resolve()
  })
  await isAnswered.promise
  if (ms) await sleep(ms)
  await emulator.close()
  await sleep(60)
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})
