// `ready`: checks for a running emulator, or waits for one.

import { Command } from 'commander'
import { stopwatch } from '../../lib/clock.ts'
import { Problem } from '../../lib/problem.ts'
import { pause } from '../../lib/wait-until.ts'
import { findTarget, printResult, runCommand, type TargetOptions, withTargetOptions } from '../emulator-target.ts'
import { parseSeconds } from '../settings/option-values.ts'

const DEFAULT_WAIT_SECONDS = 30
const INTERVAL_MS = 50

interface ReadyOptions extends TargetOptions {
  wait?: number | true
}

export function command(): Command {
  return withTargetOptions(new Command('ready'))
    .option(
      '--wait [time]',
      `waits until an emulator answers, at most this long (default: ${DEFAULT_WAIT_SECONDS} s)`,
      parseSeconds,
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ npx bot-emulator start --headless & npx bot-emulator ready --wait && npm test',
    )
    .action((options: ReadyOptions) => runCommand(options, () => ready(options)))
}

async function ready(options: ReadyOptions) {
  const elapsed = stopwatch()
  const maxSeconds = options.wait === undefined ? 0 : options.wait === true ? DEFAULT_WAIT_SECONDS : options.wait
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
