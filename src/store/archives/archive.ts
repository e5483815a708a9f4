// A whole world as one file: a database like the world's own, with the bytes of its files and the time of its making.

import { Problem } from '../../lib/problem.ts'

/** "botx": an archive is not taken for a world's own database, nor the other way round. */
export const ARCHIVE_ID = 0x626f7478

export interface About {
  /** Where the clock stood. */
  at_ms: number
  frozen: boolean
  /** Whether it holds the tokens of bots and the secrets of webhooks. */
  tokens: boolean
}

export const foreign = () =>
  new Problem('foreign-archive', 'This is no export of bot-emulator.', 'Take a file made with bot-emulator export.')

export const damaged = (how: string) =>
  new Problem(
    'damaged-archive',
    `The export is damaged: ${how.replace(/\.$/, '')}.`,
    'Take another copy of the file; nothing was changed.',
  )

export function asDamage(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  const broken =
    error instanceof SyntaxError ||
    (typeof code === 'string' && /^SQLITE_(CORRUPT|ERROR|CONSTRAINT|MISMATCH|SCHEMA)/.test(code))
  return broken ? damaged(message!) : error
}
