// What the exit code of every command means; a signal adds its number to 128.

import { constants } from 'node:os'
import type { RunResult } from '../scenario/run/result.ts'

export const EXIT = { fine: 0, failed: 1, usage: 2, unreachable: 3 } as const

/** Of a run as it is reported: one that was stopped has not shown that all goes well. */
export function exitCodeOf({ scenarios, advice, failure, stopped }: RunResult, adviceFails = false): number {
  const isWhole = failure === undefined && stopped === undefined
  const failed = !isWhole || scenarios.some(({ status }) => status === 'failed')
  return failed || (adviceFails && advice.length > 0) ? EXIT.failed : EXIT.fine
}

/** Of a process that has ended, by a signal too. */
export const exitCodeOfProcess = (code: number | null, signal: NodeJS.Signals | null): number =>
  code ?? 128 + (signal ? constants.signals[signal] : 0)

const MAX_WAIT_MS = 1000

/** Ends the process with a code, also where what it wrote is read by nobody and would keep it alive. */
export function exitSoon(code: number) {
  process.exitCode = code
  setTimeout(() => process.exit(), MAX_WAIT_MS).unref()
}
