// The types of `require('bot-emulator/matchers')`.

import type { toHaveReply as matcher } from '../runners/to-have-reply.ts' with { 'resolution-mode': 'import' }

export type { ReplyOptions } from '../runners/to-have-reply.ts' with { 'resolution-mode': 'import' }
export declare const toHaveReply: typeof matcher
