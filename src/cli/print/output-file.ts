// Writes the output files of commands.

import { accessSync, closeSync, constants, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorText, Problem } from '../../lib/problem.ts'

const cannotWriteProblem = (path: string, error: unknown, hint = 'Choose another file.') =>
  new Problem('cannot-write', `${path} cannot be written: ${errorText(error)}.`, hint)

/** Returns a function that writes the file, or to the screen. Throws at once if the file cannot be written. */
export function openOutput(file: string | undefined): (text: string) => void {
  if (file === undefined) return (text) => void process.stdout.write(text)
  try {
    mkdirSync(dirname(file), { recursive: true })
    closeSync(openSync(file, 'a'))
  } catch (error) {
    throw cannotWriteProblem(file, error)
  }
  return (text) => {
    try {
      writeFileSync(file, text)
    } catch (error) {
      const message = `${file} was not written: ${(error as Error).message}.`
      throw new Problem('not-written', message, 'Free some disk space, then run again.')
    }
  }
}

export function requireFolder(out: string) {
  try {
    mkdirSync(out, { recursive: true })
    accessSync(out, constants.W_OK)
  } catch (error) {
    throw cannotWriteProblem(out, error, 'Choose another folder.')
  }
}
