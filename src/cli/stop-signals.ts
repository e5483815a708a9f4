// Handles the signals that ask a process to stop.

import { exitCodeOfProcess } from './exit-codes.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export function onStopSignal(listener: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of SIGNALS) process.on(signal, listener)
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener)
  }
}

/**
 * The time limit for stopping the emulator after a signal. It is short, so that the whole process ends within two
 * seconds, even on a busy machine.
 */
export const MAX_STOP_MS = 1000

/**
 * Waits for a signal, calls `stop`, and returns the exit code for that signal. Kills the process at a second signal, or
 * if the process still runs `maxMs` after the first one. Calls `kill` before that, to kill child processes.
 */
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
      // Kills the process if it still runs after `maxMs`, because an image in a worker thread, or a pipe without a
      // reader, keeps it alive.
      if (maxMs !== undefined) setTimeout(endNow, maxMs, signal).unref()
      stop().then(() => resolve(exitCodeOfProcess(null, signal)), reject)
    })
  })
}

/** Ends the process by the signal, as if the signal was not handled. `process.exit` would wait for worker threads. */
function endProcessBy(signal: NodeJS.Signals) {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}
