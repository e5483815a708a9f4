// The log file of --log, whose writes never block the emulator.

import { constants, createWriteStream, existsSync, openSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Problem } from '../../lib/problem.ts'
import { createLineWriter } from '../print/streams.ts'

/** The longest time that `close` waits for a slow reader of a pipe. */
const MAX_CLOSE_MS = 500

const { O_NONBLOCK, O_RDWR } = constants

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
    const isPipe = existsSync(path) && statSync(path).isFIFO()
    if (!isPipe) return createWriteStream(path, { fd: openSync(path, 'a', 0o600) })
    // A pipe that this process also opens for reading keeps the lines for a later reader.
    return new Socket({ fd: openSync(path, O_RDWR | O_NONBLOCK), readable: false, writable: true })
  } catch (error) {
    const message = `${path} cannot be written: ${(error as Error).message}.`
    throw new Problem('unwritable-log', message, 'Pass a file in a writable folder with --log.')
  }
}
