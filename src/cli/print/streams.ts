// Writes to stdout and stderr: errors, progress, and lines that nobody may read.

import { setInterval } from 'node:timers'
import { formatSize, sanitize, sanitizeLines } from '../../describe/text.ts'
import { stopwatch } from '../../lib/clock.ts'
import { Problem, wholeText } from '../../lib/problem.ts'
import { EXIT } from '../exit-codes.ts'

const USAGE = new Set([
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

/** Writes an error for people and returns its exit code; `exitCodeIfNotUsage` is that of an error that is not a misuse. */
export function writeError(error: unknown, exitCodeIfNotUsage: number = EXIT.unreachable): number {
  if (!(error instanceof Problem)) {
    process.stderr.write(`${sanitizeLines(String(error instanceof Error ? error.stack : error))}\n`)
    return EXIT.unreachable
  }
  process.stderr.write(`${sanitizeLines(wholeText(error))}\n`)
  return USAGE.has(error.code) ? EXIT.usage : exitCodeIfNotUsage
}

const SILENT_MS = 500
const BETWEEN_MS = 100
export const ERASE_LINE = '\r\u001b[2K'

/** Shows on a terminal that long work goes on. The work reports the bytes it handled; short work shows nothing. */
export async function withProgress<Result>(
  doing: string,
  work: (report: (bytes: number) => void) => Promise<Result>,
): Promise<Result> {
  if (!process.stderr.isTTY) return work(() => {})
  const elapsed = stopwatch()
  let bytes = 0
  let isShown = false
  const timer = setInterval(() => {
    if (elapsed() < SILENT_MS) return
    isShown = true
    const amount = bytes ? `${formatSize(bytes)}, ` : ''
    process.stderr.write(`${ERASE_LINE}${sanitize(doing)}: ${amount}${(elapsed() / 1000).toFixed(0)} s`)
  }, BETWEEN_MS)
  try {
    return await work((more) => {
      bytes += more
    })
  } finally {
    clearInterval(timer)
    if (isShown) process.stderr.write(ERASE_LINE)
  }
}

/** Lines beyond this are dropped rather than waited for. */
const MAX_UNREAD_BYTES = 1024 * 1024

/** Writes lines to a stream while the emulator runs; `gap` says how many lines were dropped. */
export function outputOnto(stream: NodeJS.WriteStream, gap: (lines: number) => string): (lines: string) => void {
  let dropped = 0
  neverBlock(stream)

  function write(lines: string) {
    stream.write(dropped ? gap(dropped) + lines : lines)
    dropped = 0
  }

  stream.on('drain', () => {
    if (dropped) write('')
  })
  return (lines) => {
    if (!stream.writable) return
    if (stream.writableLength < MAX_UNREAD_BYTES) write(lines)
    else dropped += lines.split('\n').length - 1
  }
}

/** The handle below a stream of the process. */
interface WithHandle {
  _handle?: { fd: number; setBlocking?(on: boolean): void }
}

/** Node waits for a terminal that shows nothing, as after Ctrl-S. A terminal that was opened anew is ours alone. */
function neverBlock(stream: NodeJS.WriteStream) {
  const { _handle: handle } = stream as WithHandle
  if (stream.isTTY && handle && handle.fd > 2) handle.setBlocking?.(false)
}

/** Keeps the process alive if the reader of its output goes away, and reports a full disk once. */
export function outliveReaders() {
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
