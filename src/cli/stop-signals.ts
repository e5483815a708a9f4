// The signals that ask a process to stop.

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The answer takes the listener away again. */
export function onStopSignal(listener: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of SIGNALS) process.on(signal, listener)
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener)
  }
}
