// Logs calls, deliveries and programs, on a stream or in a file.

import { createWriteStream, openSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Emulator } from '../../emulator.ts'
import { Problem } from '../../lib/problem.ts'
import type { Call, Recorded } from '../../service/event-log/entry.ts'
import { createLineWriter } from '../print/streams.ts'

/** Returns the lines for an entry of the event log, or undefined if it is not shown. */
export type Notation = (entry: Recorded) => string | undefined

/** Returns true for a call with an empty list as its result. A bot that polls makes such calls all the time. */
export const isEmptyPoll = ({ body }: Call) => body === '{"ok":true,"result":[]}'

/** Writes lines in batches, because each write to a terminal blocks the process. */
export function logTraffic({ world: { log } }: Emulator, notation: Notation, write: (lines: string) => void) {
  let pending: Recorded[] = []

  function flush() {
    const lines = pending.map(notation).filter((line) => line !== undefined)
    pending = []
    if (lines.length) write(`${lines.join('\n')}\n`)
  }

  log.subscribe((entries) => {
    // Writes the lines two turns of the event loop later, so that the next delivery to the webhook is sent first.
    if (entries.length && !pending.length) setImmediate(() => setImmediate(flush))
    pending.push(...entries)
    if (log.ended()) flush()
  })
}

export function openLogFile(path: string, gapRecord: (lines: number) => string) {
  const stream = openForAppending(path)
  stream.on('error', ({ message }) => {
    process.stderr.write(`${path} cannot be written: ${message}. No more lines are written to it.\n`)
  })
  return {
    write: createLineWriter(stream, gapRecord),
    async close() {
      stream.end()
      await finished(stream).catch(() => {})
    },
  }
}

function openForAppending(path: string): Writable {
  try {
    return createWriteStream(path, { fd: openSync(path, 'a', 0o600) })
  } catch (error) {
    const message = `${path} cannot be written: ${(error as Error).message}.`
    throw new Problem('unwritable-log', message, 'Pass a file in a writable folder with --log.')
  }
}
