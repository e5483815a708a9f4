// Reports what a bot's program does to the emulator, so that a diagnosis knows it.

import { errorIn } from '../../control/describe/bot-output.ts'
import type { ProgramReport } from '../../service/rules/shapes.ts'
import type { Ending } from './bot-process.ts'

/** Lines written within this time are combined into one report. */
const OUTPUT_MS = 30
const MAX_LINES_AT_ONCE = 200

export type Report = Omit<ProgramReport, 'bot'>

/** Drops lines if the program writes too many at once. */
export function createProgramReporter(send: (report: Report) => unknown) {
  let lines: string[] = []
  let dropped = 0
  let timer: NodeJS.Timeout | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (!lines.length) return
    const error = errorIn(lines)?.message
    const written = dropped ? [...lines, `(${dropped} more lines)`] : lines
    lines = []
    dropped = 0
    send({ how: 'wrote', lines: written, ...(error !== undefined && { error }) })
  }

  return {
    started: (command: string, changed?: string) =>
      send({ how: 'started', command, ...(changed !== undefined && { changed }) }),
    wrote(line: string) {
      if (lines.length < MAX_LINES_AT_ONCE) lines.push(line)
      else dropped++
      timer ??= setTimeout(flush, OUTPUT_MS)
    },
    flush,
    ended(ending: Ending, restarts_in: number | null = null) {
      flush()
      send({ how: 'ended', ...ending, restarts_in })
    },
  }
}
