// `ready`: checks for a running emulator, or waits for one.

import { stopwatch } from '../../lib/clock.ts'
import { Problem } from '../../lib/problem.ts'
import { pause } from '../../lib/wait-until.ts'
import { defineForTarget, findTarget, printResult, type TargetOptions } from '../emulator-target.ts'
import { option } from '../settings/option.ts'
import { parseSeconds } from '../settings/option-values.ts'

const DEFAULT_WAIT_SECONDS = 30
const INTERVAL_MS = 50

export const command = defineForTarget({
  options: [
    option(
      '--wait [time]',
      `waits until an emulator answers, at most this long (default: ${DEFAULT_WAIT_SECONDS} s)`,
      parseSeconds,
    ).preset(`${DEFAULT_WAIT_SECONDS}`),
  ],
  examples: ['start --headless & npx bot-emulator ready --wait && npm test'],
  run: ready,
})

async function ready(options: TargetOptions & { wait: number | undefined }) {
  const elapsed = stopwatch()
  const maxSeconds = options.wait ?? 0
  for (;;) {
    try {
      const health = await (await findTarget(options)).client.health()
      return printResult(options, health, `Ready at ${health.base_url}.`)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'unreachable' || elapsed() >= maxSeconds * 1000) throw error
    }
    await pause(INTERVAL_MS)
  }
}
