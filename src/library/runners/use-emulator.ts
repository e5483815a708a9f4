// An emulator for the tests of a file or a group, started before the first, as at the beginning for each, stopped after the last.

import { Problem } from '../../lib/problem.ts'
import { type RunningEmulator, type StartOptions, startEmulator } from '../start-emulator.ts'

/** What a test runner calls around tests. */
export interface Hooks {
  beforeAll(work: () => Promise<void>): void
  afterEach(work: () => Promise<void>): void
  afterAll(work: () => Promise<void>): void
}

/** The emulator by name already while the tests are collected; it answers from the first hook on. */
export function useEmulatorWith(hooks: Hooks, options: StartOptions = {}): RunningEmulator {
  let running: RunningEmulator | undefined
  hooks.beforeAll(async () => {
    running = await startEmulator(options)
  })
  hooks.afterEach(async () => {
    await running?.reset()
  })
  hooks.afterAll(async () => {
    await running?.stop()
  })
  return new Proxy({} as RunningEmulator, {
    get(_, name) {
      if (running) return Reflect.get(running, name)
      const hint = 'Use it inside a test or a hook.'
      throw new Problem('not-started', `The emulator is not started yet. ${hint}`, hint)
    },
  })
}
