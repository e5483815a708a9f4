// Writes the output files of commands, without waiting for a pipe's reader.

import { accessSync, closeSync, constants, fstatSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorText, Problem } from '../../lib/problem.ts'

const { O_APPEND, O_CREAT, O_NONBLOCK = 0, O_WRONLY } = constants

export const cannotWriteProblem = (path: string, error: unknown, hint = 'Choose another file.') =>
  new Problem('cannot-write', `${path} cannot be written: ${errorText(error)}.`, hint)

/** Opens a file for appending. Throws if the file is a pipe that no process reads. */
export const openWithoutWaiting = (file: string) => openSync(file, O_APPEND | O_CREAT | O_NONBLOCK | O_WRONLY)

/** Returns a function that writes the file. Throws at once if the file cannot be written, or is an unread pipe. */
export function openOutputFile(file: string): (text: string) => void {
  let target: string | number = file
  try {
    mkdirSync(dirname(file), { recursive: true })
    const fd = openWithoutWaiting(file)
    // A pipe stays open until the text is written, so that its reader waits for the text.
    if (fstatSync(fd).isFIFO()) target = openSync(file, 'a')
    closeSync(fd)
  } catch (error) {
    throw cannotWriteProblem(file, error)
  }
  return (text) => {
    try {
      writeFileSync(target, text)
      if (typeof target === 'number') closeSync(target)
    } catch (error) {
      const message = `${file} was not written: ${(error as Error).message}.`
      throw new Problem('not-written', message, 'Free some disk space, then run again.')
    }
  }
}

/** Creates the folder if it is missing. */
export function requireFolder(out: string) {
  try {
    mkdirSync(out, { recursive: true })
    accessSync(out, constants.W_OK)
  } catch (error) {
    throw cannotWriteProblem(out, error, 'Choose another folder.')
  }
}
