// How far a run is, on a terminal: one line on stderr, taken away before anything else is written and at the end.

import cliTruncate from 'cli-truncate'
import { paletteFor } from '../../lib/colours.ts'
import { clean } from '../../scenario/report/clean.ts'
import type { RunEvent } from '../../scenario/run/result.ts'

const ERASE_LINE = '\r\u001b[2K'
const USUAL_COLUMNS = 80

export interface RunProgress {
  /** Before the reporters hear of an event. */
  clear(): void
  /** After they have. */
  show(event: RunEvent): void
}

const NONE: RunProgress = { clear() {}, show() {} }

export function runProgress(env = process.env): RunProgress {
  if (!process.stderr.isTTY || env.CI) return NONE
  const paint = paletteFor('stderr', env)
  let count = 0
  let done = 0
  let failed = 0
  let isShown = false
  let playing = ''

  function draw() {
    const failures = failed ? `, ${failed} failed` : ''
    const line = cliTruncate(
      `${done}/${count}${failures} ${clean(playing)}`,
      (process.stderr.columns ?? USUAL_COLUMNS) - 1,
    )
    process.stderr.write(paint(failed ? 'bad' : 'aside', line))
    isShown = true
  }

  return {
    clear() {
      if (isShown) process.stderr.write(ERASE_LINE)
      isShown = false
    },
    show(event) {
      if (event.type === 'end') return
      if (event.type === 'begin') count = event.count
      else if (event.type === 'scenario') playing = event.name
      else {
        if (!event.isCorrection) done++
        if (event.result.status === 'failed') failed++
      }
      draw()
    },
  }
}
