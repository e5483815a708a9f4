// A file that lines are added to, whatever becomes of the disk meanwhile.

import { appendFileSync, closeSync, openSync } from 'node:fs'
import { Problem } from '../../lib/problem.ts'

export interface LogFile {
  write(lines: string): void
  close(): void
}

export function openLogFile(path: string): LogFile {
  const file = opened(path)
  let broken = false
  return {
    write(lines) {
      try {
        // After a write that failed half-way the next line is one of its own.
        appendFileSync(file, broken ? `\n${lines}` : lines)
        broken = false
      } catch (error) {
        if (!broken) process.stderr.write(`${path} lacks lines from here on: ${(error as Error).message}.\n`)
        broken = true
      }
    },
    close: () => closeSync(file),
  }
}

function opened(path: string): number {
  try {
    return openSync(path, 'a')
  } catch (error) {
    throw new Problem(
      'unwritable-log',
      `${path} cannot be written: ${(error as Error).message}.`,
      'Name a file in a writable folder with --log.',
    )
  }
}
