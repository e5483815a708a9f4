// `bot-emulator/vitest`: `useEmulator` for a test file. Importing it adds the matcher.

import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { RunningEmulator, StartOptions } from '../start-emulator.ts'
import { type ReplyOptions, toHaveReply } from './matchers.ts'
import { useEmulatorWith } from './testing.ts'

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Expects the next reply of a bot that matches. Each reply counts once. */
    toHaveReply(text?: string | RegExp, options?: ReplyOptions): Promise<void>
  }
}

expect.extend({ toHaveReply })

export const useEmulator = (options?: StartOptions): RunningEmulator =>
  useEmulatorWith({ beforeAll, afterEach, afterAll }, options)
