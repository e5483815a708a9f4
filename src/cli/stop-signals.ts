// Handles the signals that ask a process to stop.

import { exitCodeOfProcess } from './exit-codes.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export function onStopSignal(listener: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of SIGNALS) process.on(signal, listener)
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener)
  }
}

/** Short, so that the process ends within two seconds, even on a busy machine. */
export const MAX_STOP_MS = 1000

/** Calls `stop` at the first signal. A second signal, or the end of `maxMs`, kills the process. */
export function untilStopped(stop: () => Promise<void>, maxMs?: number, kill = () => {}): Promise<number> {
  return new Promise((resolve, reject) => {
    let isStopping = false
    const endNow = (signal: NodeJS.Signals) => {
      kill()
      endProcessBy(signal)
    }
    onStopSignal((signal) => {
      if (isStopping) return endNow(signal)
      isStopping = true
      // It could wait for a worker that decodes an image, or for a pipe that no process reads.
      if (maxMs !== undefined) setTimeout(endNow, maxMs, signal).unref()
      stop().then(() => resolve(exitCodeOfProcess(null, signal)), reject)
    })
  })
}

/** Ends the process by sending the signal to it, because `process.exit` would wait for worker threads. */
export function endProcessBy(signal: NodeJS.Signals) {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}
