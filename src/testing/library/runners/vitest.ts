// `bot-emulator/vitest`: exports `useEmulator` for tests, and adds the matcher `toHaveReply` to `expect`.

import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { RunningEmulator, StartOptions } from '../start-emulator.ts'
import { type ReplyOptions, toHaveReply } from './matchers.ts'
import { useEmulatorWith } from './testing.ts'

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /**
     * Waits until a bot sends this person a message that matches, or edits one so that it matches. Fails if that takes
     * too long. Each version of a message satisfies only one expectation.
     */
    toHaveReply(text?: string | RegExp, options?: ReplyOptions): Promise<void>
  }
}

expect.extend({ toHaveReply })

export const useEmulator = (options?: StartOptions): RunningEmulator =>
  useEmulatorWith({ beforeAll, afterEach, afterAll }, options)
