// The signals that ask a process to stop, and stopping in order when one comes.

import { exitCodeOfProcess } from './exit-codes.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Listens to the signals and returns a function that stops listening. */
export function onStopSignal(listener: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of SIGNALS) process.on(signal, listener)
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener)
  }
}

/** Leaves the rest of two seconds to the process, once the server has stopped. */
export const MAX_STOP_MS = 1500

/**
 * Waits for a signal, stops, and returns the exit code of the signal. A second signal, or a stop that takes longer than
 * `maxMs`, ends the process at once.
 */
export function untilStopped(stop: () => Promise<void>, maxMs?: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let isStopping = false
    onStopSignal((signal) => {
      if (isStopping) return endBy(signal)
      isStopping = true
      // A picture in another thread, or a pipe that nobody reads, would keep the process alive.
      if (maxMs !== undefined) setTimeout(endBy, maxMs, signal).unref()
      stop().then(() => resolve(exitCodeOfProcess(null, signal)), reject)
    })
  })
}

/** Ends the process as an unhandled signal does: `process.exit` would wait for other threads. */
function endBy(signal: NodeJS.Signals) {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}
