// The log file of --log, whose writes never block the emulator.

import { createWriteStream, openSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Problem } from '../../lib/problem.ts'
import { createLineWriter } from '../print/streams.ts'

/** The longest time that `close` waits for a slow disk. */
const MAX_CLOSE_MS = 500

/** Drops lines that cannot be written or are not read, and later writes `gapRecord` with their number. */
export function openLogFile(path: string, gapRecord: (lines: number) => string) {
  const stream = openForAppending(path)
  stream.on('error', ({ message }) => {
    process.stderr.write(`${path} cannot be written: ${message}. No more lines are written to it.\n`)
  })
  const { write, missing } = createLineWriter(stream, gapRecord)
  return {
    write,
    async close() {
      const timer = setTimeout(() => stream.destroy(), MAX_CLOSE_MS)
      stream.end()
      await finished(stream).catch(() => {})
      clearTimeout(timer)
      if (missing()) process.stderr.write(`${missing()} lines are missing in ${path}.\n`)
    },
  }
}

/** Only the owner can read a new file. */
function openForAppending(path: string): Writable {
  try {
    return createWriteStream(path, { fd: openSync(path, 'a', 0o600) })
  } catch (error) {
    const message = `${path} cannot be written: ${(error as Error).message}.`
    throw new Problem('unwritable-log', message, 'Pass a file in a writable folder with --log.')
  }
}
