// The database and its folders are their owner's alone: they hold tokens and what people write.

import { chmodSync, statSync } from 'node:fs'

const OTHERS = 0o077

export function closeToOthers(path: string) {
  const { mode } = statSync(path)
  if (!(mode & OTHERS)) return
  try {
    chmodSync(path, mode & 0o777 & ~OTHERS)
  } catch {
    // It belongs to another account, or to a file system without modes.
  }
}
