// The types of `require('bot-emulator/matchers')`.

import type { toHaveReply as matcher } from '../runners/matchers.ts' with { 'resolution-mode': 'import' }

export type { ReplyOptions } from '../runners/matchers.ts' with { 'resolution-mode': 'import' }
export declare const toHaveReply: typeof matcher
