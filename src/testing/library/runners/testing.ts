// Code shared by the vitest and jest modules: the matcher `toHaveReply`, and `useEmulator`.

import { Problem } from '../../../lib/problem.ts'
import { type RunningEmulator, type StartOptions, startEmulator } from '../start-emulator.ts'

export { toHaveReply } from './matchers.ts'

export interface Hooks {
  beforeAll(work: () => Promise<void>): void
  afterEach(work: () => Promise<void>): void
  afterAll(work: () => Promise<void>): void
}

/**
 * Starts an emulator before the first test and stops it after the last test. After each test, stops the handlers of
 * bots in this process and resets the emulator.
 */
export function useEmulatorWith(hooks: Hooks, options: StartOptions = {}): RunningEmulator {
  let running: RunningEmulator | undefined
  hooks.beforeAll(async () => {
    running = await startEmulator(options)
  })
  hooks.afterEach(async () => {
    await running?.endDrives()
    await running?.reset()
  })
  hooks.afterAll(async () => {
    await running?.stop()
  })
  return new Proxy({} as RunningEmulator, {
    get(_, name) {
      if (running) return Reflect.get(running, name)
      const hint = 'Use the emulator inside a test or a hook.'
      throw new Problem('not-started', `The emulator has not been started yet. ${hint}`, hint)
    },
  })
}
