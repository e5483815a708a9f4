// Syncs files and folders, replaces files, and removes the access of other users.

import { chmodSync, closeSync, copyFileSync, fsyncSync, linkSync, openSync, renameSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'

export function syncToDisk(path: string) {
  // Windows cannot sync a folder, and does not need it.
  if (process.platform === 'win32' && statSync(path).isDirectory()) return
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/**
 * Replaces a file atomically by one that is synced already. The old file stays linked in the former folder of the new file,
 * because the deletion of a large file is slow; the caller empties that folder later.
 */
export function moveOver(file: string, target: string) {
  keepLink(file, target)
  try {
    renameSync(file, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    // The folder of contents may be on another disk. A rename only works within one disk.
    const copy = `${target}.next`
    copyFileSync(file, copy)
    syncToDisk(copy)
    renameSync(copy, target)
  }
}

function keepLink(file: string, target: string) {
  try {
    linkSync(target, `${file}.replaced`)
  } catch {
    // Some file systems do not support hard links, and the target may be on another one.
  }
}

export async function syncFile(path: string) {
  const handle = await open(path, 'r+')
  await handle.sync().finally(() => handle.close())
}

const OTHER_USERS = 0o077

export function restrictToOwner(path: string) {
  const { mode } = statSync(path)
  if (!(mode & OTHER_USERS)) return
  try {
    chmodSync(path, mode & 0o777 & ~OTHER_USERS)
  } catch {
    // The file belongs to another account, or its file system does not support modes.
  }
}
