// Writes each call of a bot and each delivery to its webhook to a stream or a file.

import { appendFileSync, closeSync, openSync } from 'node:fs'
import type { Emulator } from '../../emulator.ts'
import type { Call, Delivery, Recorded } from '../../event-log/entry.ts'
import { Problem } from '../../lib/problem.ts'

/** How each entry is written; undefined leaves it out. */
export interface Notation {
  call(call: Call): string | undefined
  delivery(delivery: Delivery): string
  /** Written after the clock was moved, frozen or resumed. */
  clock?(): string | undefined
}

/** A poll that brought no updates, as a bot makes all the time. */
export const isEmptyPoll = ({ body }: Call) => body === '{"ok":true,"result":[]}'

/** Writes all lines of a moment at once, since a write to a terminal or a file stops the whole process. */
export function logTraffic({ world: { log } }: Emulator, notation: Notation, write: (lines: string) => void) {
  let pending: Recorded[] = []

  function flush() {
    const lines = pending.map((entry) => lineOf(notation, entry)).filter((line) => line !== undefined)
    pending = []
    if (lines.length) write(`${lines.join('\n')}\n`)
  }

  log.subscribe((entries) => {
    const traffic = entries.filter(({ type }) => type === 'call' || type === 'delivery' || type === 'clock')
    // Two turns later a webhook's next delivery is under way and does not wait for the lines.
    if (traffic.length && !pending.length) setImmediate(() => setImmediate(flush))
    pending.push(...traffic)
    if (log.ended()) flush()
  })
}

function lineOf(notation: Notation, entry: Recorded): string | undefined {
  if (entry.type === 'call') return notation.call(entry.call)
  if (entry.type === 'clock') return notation.clock?.()
  return entry.type === 'delivery' ? notation.delivery(entry.delivery) : undefined
}

export interface LogFile {
  write(lines: string): void
  close(): void
}

/** Opens a file for lines. A full disk is reported once and stops nothing. */
export function openLogFile(path: string): LogFile {
  const file = openForAppending(path)
  let isBroken = false
  return {
    write(lines) {
      try {
        // A write that failed half-way leaves a line without its end.
        appendFileSync(file, isBroken ? `\n${lines}` : lines)
        isBroken = false
      } catch (error) {
        if (!isBroken) process.stderr.write(`${path} lacks lines from here on: ${(error as Error).message}.\n`)
        isBroken = true
      }
    },
    close: () => closeSync(file),
  }
}

function openForAppending(path: string): number {
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
