// `ready`: whether an emulator answers, or until one does.

import { setTimeout as pause } from 'node:timers/promises'
import { Command } from 'commander'
import { stopwatch } from '../../lib/clock.ts'
import { Problem } from '../../lib/problem.ts'
import { answer, carriedOut, type TargetOptions, targetOf, withTarget } from '../emulator-target.ts'
import { span } from '../settings/option-values.ts'

const USUAL_SECONDS = 30
const BETWEEN_MS = 50

interface ReadyOptions extends TargetOptions {
  wait?: number | true
}

export function command(): Command {
  return withTarget(new Command('ready'))
    .option('--wait [time]', `waits until one does, ${USUAL_SECONDS} s unless told otherwise`, span)
    .addHelpText('after', '\nExamples:\n  $ bot-emulator start --headless & bot-emulator ready --wait && npm test')
    .action((options: ReadyOptions) => carriedOut(options, () => ready(options)))
}

async function ready(options: ReadyOptions) {
  const elapsed = stopwatch()
  const most = options.wait === undefined ? 0 : options.wait === true ? USUAL_SECONDS : options.wait
  for (;;) {
    try {
      const health = await (await targetOf(options)).client.health()
      return answer(options, health, `Ready at ${health.base_url}.`)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'unreachable' || elapsed() >= most * 1000) throw error
    }
    await pause(BETWEEN_MS)
  }
}
