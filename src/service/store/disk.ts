// Syncs files to the disk, and converts disk errors to problems with a hint.

import { closeSync, fsyncSync, openSync, statSync } from 'node:fs'
import { Problem } from '../../lib/problem.ts'

export function syncToDisk(path: string) {
  // Windows neither supports nor needs the sync of a folder.
  if (process.platform === 'win32' && statSync(path).isDirectory()) return
  const fd = openSync(path, process.platform === 'win32' ? 'r+' : 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

export function asDiskProblem(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  const is = (pattern: RegExp) => typeof code === 'string' && pattern.test(code)
  if (is(/^(SQLITE_FULL|ENOSPC|EDQUOT)$/))
    return new Problem('disk-full', 'The disk is full; nothing was changed.', 'Free disk space and try again.')
  if (is(/^(SQLITE_(IOERR|READONLY)|EROFS|EIO|EFBIG|EACCES)/)) {
    const happened = `The database cannot be written (${message}); nothing was changed.`
    return new Problem('unwritable-database', happened, 'Make the folder of the database writable and try again.')
  }
  if (is(/^SQLITE_(CORRUPT|NOTADB)/)) {
    const hint = 'Restart the emulator: it then reports the damage and what to do.'
    return new Problem('damaged-database', `The database is damaged (${message}); nothing was changed.`, hint)
  }
  return error
}
