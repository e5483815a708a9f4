// The types of `require('bot-emulator')`, the same as those of an import.

import type * as library from '../../../index.ts' with { 'resolution-mode': 'import' }

export type * from '../../../index.ts' with { 'resolution-mode': 'import' }

export declare const connectEmulator: typeof library.connectEmulator
export declare const startEmulator: typeof library.startEmulator
export declare const Problem: typeof library.Problem
export type Problem = library.Problem
