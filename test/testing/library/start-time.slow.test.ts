// How long an emulator of the library takes to be ready, in real time.

import { describe, expect, it } from 'vitest'
import { startEmulator } from '../../../src/index.ts'

describe('of its own', () => {
  it('is ready within 30 ms, by the median of eleven', async () => {
    const times: number[] = []
    for (let i = 0; i < 11; i++) {
      const startedAt = performance.now()
      const emulator = await startEmulator()
      times.push(performance.now() - startedAt)
      await emulator.stop()
    }
    expect(times.sort((a, b) => a - b)[5]).toBeLessThan(30)
  })
})
