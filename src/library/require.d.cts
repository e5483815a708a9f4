// The types of `require('bot-emulator')`.

import type { connectEmulator as connect, startEmulator as start } from './start-emulator.ts' with {
  'resolution-mode': 'import',
}

export declare const startEmulator: typeof start
export declare const connectEmulator: typeof connect
