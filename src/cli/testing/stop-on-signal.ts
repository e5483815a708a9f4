// A run that is told to stop ends in order, so that its reports are whole; told again, it stops at once.

import { Problem } from '../../lib/problem.ts'
import { stopAllBots } from '../../scenario/run/bot/bot-process.ts'

const SIGNALS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const

export interface Stopping {
  signal: AbortSignal
  /** The exit code of the signal that came. */
  code(): number | undefined
  off(): void
}

export function stopOnSignal(): Stopping {
  const stop = new AbortController()
  let code: number | undefined
  const offs = Object.entries(SIGNALS).map(([name, number]) => {
    const onSignal = () => {
      if (code !== undefined) return void stopAllBots().finally(() => process.exit(128 + number))
      code = 128 + number
      stop.abort(
        new Problem('stopped', `The run was stopped by ${name}.`, 'What was not played is in no report as passed.'),
      )
    }
    process.on(name, onSignal)
    return () => void process.off(name, onSignal)
  })
  return {
    signal: stop.signal,
    code: () => code,
    off() {
      for (const off of offs) off()
    },
  }
}
