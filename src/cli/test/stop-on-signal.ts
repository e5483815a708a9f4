// Stops a run gracefully at the first signal, and at once at the second.

import { Problem } from '../../lib/problem.ts'
import { stopAllPrograms } from '../../testing/programs/program.ts'
import { exitCodeOfProcess } from '../exit-codes.ts'
import { onStopSignal } from '../stop-signals.ts'

export type Stopping = ReturnType<typeof stopOnSignal>

export function stopOnSignal() {
  const stop = new AbortController()
  let code: number | undefined
  const off = onStopSignal((signal) => {
    if (code !== undefined) return void stopAllPrograms().finally(() => process.exit(exitCodeOfProcess(null, signal)))
    code = exitCodeOfProcess(null, signal)
    const hint = 'Scenarios that were not played do not count as passed.'
    stop.abort(new Problem('stopped', `The run was stopped by ${signal}.`, hint))
  })
  return { signal: stop.signal, exitCode: () => code, removeListener: off }
}
