// Syncs files and folders, replaces files, and removes the access of other users.

import { chmodSync, closeSync, copyFileSync, fsyncSync, linkSync, openSync, renameSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'

export function syncToDisk(path: string) {
  // Windows neither supports nor needs the sync of a folder.
  if (process.platform === 'win32' && statSync(path).isDirectory()) return
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/**
 * Replaces `target` by `file` atomically. First creates a hard link to the old target in the folder of `file`, so that
 * the rename doesn't block while a large target is deleted. The caller deletes this folder later.
 */
export function moveOver(file: string, target: string) {
  keepLink(file, target)
  try {
    renameSync(file, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    // A rename works only within one disk, so the file is first copied to the disk of the target.
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
    // Without the hard link, the rename deletes the old file at once, which takes longer if the file is large.
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
    // The error is ignored: the file may belong to another account, or its file system may not support modes.
  }
}
