// Waits until the disk has what was written, to a file or to a folder.

import { closeSync, copyFileSync, fsyncSync, linkSync, openSync, renameSync, statSync } from 'node:fs'

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
