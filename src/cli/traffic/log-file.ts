// The log file of --log, whose writes never block the emulator.

import { constants, createWriteStream, openSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { Problem } from '../../lib/problem.ts'
import { createLineWriter } from '../print/streams.ts'

const { O_APPEND, O_CREAT, O_NONBLOCK = 0, O_WRONLY } = constants

/** Drops lines that cannot be written, and later writes `gapRecord` with their number. */
export function openLogFile(path: string, gapRecord: (lines: number) => string) {
  const stream = createWriteStream(path, { fd: openForAppending(path) })
  stream.on('error', ({ message }) => {
    process.stderr.write(`${path} cannot be written: ${message}. No more lines are written to it.\n`)
  })
  const { write, missing } = createLineWriter(stream, gapRecord)
  return {
    write,
    async close() {
      stream.end()
      await finished(stream).catch(() => {})
      if (missing()) process.stderr.write(`${missing()} lines are missing in ${path}.\n`)
    },
  }
}

/** Only the owner can read a new file. Refuses a pipe that no process reads. */
function openForAppending(path: string): number {
  try {
    return openSync(path, O_APPEND | O_CREAT | O_NONBLOCK | O_WRONLY, 0o600)
  } catch (error) {
    const message = `${path} cannot be written: ${(error as Error).message}.`
    throw new Problem('unwritable-log', message, 'Name a file in a writable folder with --log.')
  }
}
