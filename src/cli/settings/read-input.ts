// A file that a flag or a setting names, or why it cannot be read.

import { readFileSync } from 'node:fs'
import { Problem } from '../../lib/problem.ts'

export function readInput(file: string, code: string, hint: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new Problem(code, `${file} cannot be read: ${(error as Error).message}.`, hint)
  }
}
