// Files and folders synced to the disk, moved over others, and closed to other users.

import { chmodSync, closeSync, copyFileSync, fsyncSync, linkSync, openSync, renameSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'

export function bringToDisk(path: string) {
  // Windows brings no folder to the disk by itself, and needs none to be brought.
  if (process.platform === 'win32' && statSync(path).isDirectory()) return
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/**
 * Puts a file, which is on the disk, in the place of another: at any moment the one or the other stands there, whole. The
 * other is left beside the file, for whoever empties that folder: with a large one that takes a while.
 */
export function moveOver(file: string, target: string) {
  leaveBeside(file, target)
  try {
    renameSync(file, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    // The folder of bytes may lie on another disk.
    const beside = `${target}.next`
    copyFileSync(file, beside)
    bringToDisk(beside)
    renameSync(beside, target)
  }
}

function leaveBeside(file: string, target: string) {
  try {
    linkSync(target, `${file}.replaced`)
  } catch {
    // Not every file system knows links, and it may be another one.
  }
}

export async function syncFile(path: string) {
  const handle = await open(path, 'r+')
  await handle.sync().finally(() => handle.close())
}

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
