// Waits for a signal, then stops in order; a second signal stops at once.

const SIGNALS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const

/** Resolves, once all is stopped, with the exit code of the signal. */
export function untilStopped(stop: () => Promise<void>): Promise<number> {
  return new Promise((resolve, reject) => {
    let stopping = false
    for (const [signal, number] of Object.entries(SIGNALS)) {
      process.on(signal, () => {
        if (stopping) process.exit(128 + number)
        stopping = true
        stop().then(() => resolve(128 + number), reject)
      })
    }
  })
}
