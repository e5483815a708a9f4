// Handles the signals that ask a process to stop.

import { exitCodeOfProcess } from './exit-codes.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export function onStopSignal(listener: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of SIGNALS) process.on(signal, listener)
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener)
  }
}

/** The time limit for stopping the server. The whole process ends within two seconds, also on a busy machine. */
export const MAX_STOP_MS = 1000

/**
 * Waits for a signal, calls `stop`, and returns the exit code of the signal. A second signal, or a stop that takes longer
 * than `maxMs`, kills the process.
 */
export function untilStopped(stop: () => Promise<void>, maxMs?: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let isStopping = false
    onStopSignal((signal) => {
      if (isStopping) return endProcessBy(signal)
      isStopping = true
      // An image in a worker thread, or a pipe without a reader, can keep the process alive.
      if (maxMs !== undefined) setTimeout(endProcessBy, maxMs, signal).unref()
      stop().then(() => resolve(exitCodeOfProcess(null, signal)), reject)
    })
  })
}

/** Kills the process as an unhandled signal does, because `process.exit` would wait for other threads. */
function endProcessBy(signal: NodeJS.Signals) {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}
