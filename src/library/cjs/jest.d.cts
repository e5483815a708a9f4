// The types of `bot-emulator/jest`.

import type { ReplyOptions } from '../runners/matchers.ts' with { 'resolution-mode': 'import' }
import type { RunningEmulator, StartOptions } from '../start-emulator.ts' with { 'resolution-mode': 'import' }

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: an interface is declared again with the very parameters that it has
    interface Matchers<R, T = {}> {
      /** The next reply of a bot that fits: each counts once. */
      toHaveReply(text?: string | RegExp, options?: ReplyOptions): Promise<R>
    }
  }
}

export declare const useEmulator: (options?: StartOptions) => RunningEmulator
