// run: a command that has to end well, in the environment of the bot.

import type { Params } from '../../scenario.ts'
import { startBot } from '../bot/bot-process.ts'
import { FailedStep } from '../failed-step.ts'
import type { Play } from '../play.ts'
import { sleep } from '../sleep.ts'
import { patienceOf } from './patience.ts'

const LAST_LINES = 20

export async function runCommand(play: Play, params: Params, signal: AbortSignal): Promise<string> {
  const { command } = params
  const { seconds } = patienceOf(play, params)
  const process = startBot({ command: String(command), env: play.env })
  try {
    await sleep(seconds * 1000, signal, process.ended)
    const ended = process.ending()
    const output = process.output()
    if (!ended) throw new FailedStep(`${command} did not end within ${seconds} s.`, output.slice(-LAST_LINES))
    const how = ended.signal ? `by ${ended.signal}` : `with code ${ended.code}`
    if (ended.code !== 0) throw new FailedStep(`${command} ended ${how}.`, output.slice(-LAST_LINES))
    return output.join('\n')
  } finally {
    await process.stop()
  }
}
