// A file that the end of a run is written to: that it can be written is known before the run.

import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Problem } from '../../lib/problem.ts'

export function outputFile(file: string): (text: string) => void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    closeSync(openSync(file, 'a'))
  } catch (error) {
    throw new Problem('cannot-write', `${file} cannot be written: ${(error as Error).message}.`, 'Name another file.')
  }
  return (text) => writeFileSync(file, text)
}
