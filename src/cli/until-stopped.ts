// Waits for a signal, then stops in order; a second signal, or a stop that takes too long, ends the process at once.

import { exitCodeOfProcess } from './exit-codes.ts'
import { onStopSignal } from './stop-signals.ts'

/** For who serves: it leaves the rest of two seconds for the process to go. */
export const MAX_STOP_MS = 1500

/** Resolves, once all is stopped, with the exit code of the signal. */
export function untilStopped(stop: () => Promise<void>, maxMs?: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let stopping = false
    onStopSignal((signal) => {
      if (stopping) return endBy(signal)
      stopping = true
      // What is open afterwards keeps the process alive: a picture in another thread, a pipe that nobody reads.
      if (maxMs !== undefined) setTimeout(endBy, maxMs, signal).unref()
      stop().then(() => resolve(exitCodeOfProcess(null, signal)), reject)
    })
  })
}

/** As an unhandled signal does: even an exit waits for what other threads are doing. */
function endBy(signal: NodeJS.Signals) {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}
