// Stops a run gracefully at the first signal, and at once at the second.

import { Problem } from '../../lib/problem.ts'
import { stopAllPrograms } from '../../testing/programs/program.ts'
import { exitCodeOfProcess } from '../exit-codes.ts'
import { onStopSignal } from '../stop-signals.ts'

/** Runs `work`, and returns its exit code, or that of the signal that stopped it. */
export async function stoppable(work: (signal: AbortSignal, removeListener: () => void) => Promise<number>) {
  const stop = new AbortController()
  let code: number | undefined
  const off = onStopSignal((signal) => {
    if (code !== undefined) return void stopAllPrograms().finally(() => process.exit(exitCodeOfProcess(null, signal)))
    code = exitCodeOfProcess(null, signal)
    const hint = 'Scenarios that were not played do not count as passed.'
    stop.abort(new Problem('stopped', `The run was stopped by ${signal}.`, hint))
  })
  try {
    const result = await work(stop.signal, off)
    return code ?? result
  } catch (error) {
    if (code === undefined) throw error
    return code
  } finally {
    off()
  }
}
