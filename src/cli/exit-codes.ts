// The exit codes of all commands.

import { constants } from 'node:os'
import type { RunResult } from '../testing/scenarios/run/result.ts'

export const EXIT = { success: 0, failed: 1, usage: 2, unreachable: 3 } as const

/** Returns the exit code of a run. A stopped run counts as failed, because it did not play all scenarios. */
export function exitCodeOf(
  { scenarios, advice, failure, stopped, faults }: RunResult,
  { adviceFails = false, flakyFails = false } = {},
): number {
  const isComplete = failure === undefined && stopped === undefined
  const hasFindings = faults !== undefined && faults.findings.length > 0
  const failed = !isComplete || hasFindings || scenarios.some(({ status }) => status === 'failed')
  const isFlaky = flakyFails && scenarios.some(({ flaky }) => flaky)
  return failed || isFlaky || (adviceFails && advice.length > 0) ? EXIT.failed : EXIT.success
}

export const exitCodeOfProcess = (code: number | null, signal: NodeJS.Signals | null): number =>
  code ?? 128 + (signal ? constants.signals[signal] : 0)

const MAX_WAIT_MS = 200

/** Ends the process after at most `MAX_WAIT_MS`, even if its output is not read. */
export function exitSoon(code: number) {
  process.exitCode = code
  setTimeout(() => process.exit(), MAX_WAIT_MS).unref()
}
