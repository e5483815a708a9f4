// Writes errors, progress and log lines to stdout and stderr.

import type { Writable } from 'node:stream'
import { paletteFor } from '../../lib/colours.ts'
import { Problem, problemText } from '../../lib/problem.ts'
import { sanitizeLines } from '../../lib/safe-text.ts'
import { EXIT } from '../exit-codes.ts'

const USAGE_CODES = new Set([
  'invalid-params',
  'unknown-action',
  'bad-setting',
  'bad-world',
  'bad-scenario',
  'bad-option',
  'control-token-missing',
  'bad-url',
  'bad-flag',
  'several-emulators',
  'not-confirmed',
  'unknown-operation',
])

/** Returns the exit code: that of wrong usage, `exitCodeIfNotUsage` for any other Problem, or `EXIT.unreachable`. */
export function writeError(error: unknown, exitCodeIfNotUsage: number = EXIT.unreachable): number {
  if (!(error instanceof Problem)) {
    process.stderr.write(`${sanitizeLines(String(error instanceof Error ? error.stack : error))}\n`)
    return EXIT.unreachable
  }
  process.stderr.write(`${sanitizeLines(problemText(error))}\n`)
  return USAGE_CODES.has(error.code) ? EXIT.usage : exitCodeIfNotUsage
}

export const ERASE_LINE = '\r\u001b[2K'

const DEFAULT_COLUMNS = 80

/** A line on stderr for people who wait. It is erased before other output. */
export async function createProgressLine(env = process.env) {
  if (!process.stderr.isTTY || env.CI) return { clear() {}, show() {} }
  const { default: cliTruncate } = await import('cli-truncate')
  const paint = paletteFor('stderr', env)
  let isShown = false
  function clear() {
    if (isShown) process.stderr.write(ERASE_LINE)
    isShown = false
  }
  return {
    clear,
    show(text: string, isBad: boolean) {
      clear()
      const line = cliTruncate(text, (process.stderr.columns ?? DEFAULT_COLUMNS) - 1)
      process.stderr.write(paint(isBad ? 'bad' : 'aside', line))
      isShown = true
    },
  }
}

/** The maximum number of bytes that wait for a reader. Further lines are dropped. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024

/** Returns a function that writes lines. If the reader is slow, it drops lines and later writes `gapLine` with their number. */
export function createLineWriter(stream: Writable, gapLine: (lines: number) => string) {
  let dropped = 0
  neverBlock(stream)

  function write(lines: string) {
    if (!stream.writable || stream.writableLength >= MAX_UNREAD_BYTES) {
      dropped += lines.split('\n').length - 1
      return
    }
    stream.write(dropped ? gapLine(dropped) + lines : lines)
    dropped = 0
  }

  stream.on('drain', () => {
    if (dropped) write('')
  })
  return write
}

interface WithHandle {
  isTTY?: boolean
  _handle?: { fd: number; setBlocking?(on: boolean): void }
}

/** Writes without blocking, so that Ctrl-S does not stop the emulator. Other processes share the descriptors 0 to 2. */
function neverBlock(stream: Writable) {
  const { isTTY, _handle: handle } = stream as Writable & WithHandle
  if (isTTY && handle && handle.fd > 2) handle.setBlocking?.(false)
}

/** Keeps the process running if stdout or stderr is closed. Reports any other write error on the other stream. */
export function surviveClosedOutput() {
  const streams = [process.stdout, process.stderr] as const
  streams.forEach((stream, i) => {
    const other = streams[1 - i]
    let isReported = false
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (isReported || code === 'EPIPE' || !other?.writable) return
      isReported = true
      other.write(`${i ? 'stderr' : 'stdout'} cannot be written: ${message}.\n`)
    })
  })
}
