// Says on a terminal that long work goes on, until it is done.

import { setInterval } from 'node:timers'
import { stopwatch } from '../../lib/clock.ts'

const SILENT_MS = 500
const BETWEEN_MS = 100
const ERASE_LINE = '\r\u001b[2K'

/** The work reports the bytes that went by; what is done at once says nothing. */
export async function withProgress<Result>(
  doing: string,
  work: (report: (bytes: number) => void) => Promise<Result>,
): Promise<Result> {
  if (!process.stderr.isTTY) return work(() => {})
  const elapsed = stopwatch()
  let bytes = 0
  let shown = false
  const timer = setInterval(() => {
    if (elapsed() < SILENT_MS) return
    shown = true
    const amount = bytes ? `${(bytes / 1_000_000).toFixed(1)} MB, ` : ''
    process.stderr.write(`${ERASE_LINE}${doing}: ${amount}${(elapsed() / 1000).toFixed(0)} s`)
  }, BETWEEN_MS)
  try {
    return await work((more) => {
      bytes += more
    })
  } finally {
    clearInterval(timer)
    if (shown) process.stderr.write(ERASE_LINE)
  }
}
