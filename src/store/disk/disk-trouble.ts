// What the disk says when it takes nothing more, as a sentence; the call has changed nothing and may be made again.

import { Problem } from '../../lib/problem.ts'

export function diskTrouble(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  const full = code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT'
  if (full) return new Problem('disk-full', 'The disk is full; nothing was changed.', 'Free some space and call again.')
  if (typeof code === 'string' && /^(SQLITE_(IOERR|READONLY)|EROFS|EIO|EFBIG|EACCES)/.test(code)) {
    return new Problem(
      'unwritable-database',
      `The database cannot be written (${message}); nothing was changed.`,
      'Make its folder writable and call again.',
    )
  }
  if (typeof code === 'string' && /^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    return new Problem(
      'damaged-database',
      `The database is damaged (${message}); nothing was changed.`,
      'Stop the emulator, and start it again to see what is damaged and what to do.',
    )
  }
  return error
}
