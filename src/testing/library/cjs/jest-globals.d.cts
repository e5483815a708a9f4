// The types of `bot-emulator/jest-globals`.

import type { ReplyOptions } from '../runners/matchers.ts' with { 'resolution-mode': 'import' }
import type { RunningEmulator, StartOptions } from '../start-emulator.ts' with { 'resolution-mode': 'import' }

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> {
    /**
     * Waits until a bot sends this person a message that matches. Fails if none arrives in time. Each message satisfies
     * only one expectation.
     */
    toHaveReply(text?: string | RegExp, options?: ReplyOptions): Promise<R>
  }
}

export declare const useEmulator: (options?: StartOptions) => RunningEmulator
