// An emulator with a bot program that follows its clock, for tests of the bot's clock.

import { type ChildProcess, spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { startEmulator } from '../../../src/testing/library/start-emulator.ts'

interface Program {
  command?: string
  args: string[]
  env?: Record<string, string>
  /** False starts the program on real time. */
  follows?: boolean
}

const START = 1_800_000_000

/** The emulator's clock starts at a round time and runs. */
export async function clockScene({ command = process.execPath, args, env, follows = true }: Program) {
  const emulator = await startEmulator()
  await emulator.clock.set(START)
  const alice = await emulator.user('alice')
  const bot = await emulator.bot('greeter', { username: 'greeter_bot' })
  const variables = { ...process.env, BOT_TOKEN: bot.token, BOT_API_URL: emulator.url, ...env }
  const output: string[] = []
  const child: ChildProcess = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(follows ? emulator.clock.follow({ env: variables }) : { env: variables }),
  })
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => output.push(text))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await emulator.stop()
  })
  await bot.ready()
  return {
    emulator,
    alice,
    bot,
    child,
    output: () => output.join(''),
    /** The texts of the bot's messages so far, each with the whole seconds since the scene's start. */
    async said(): Promise<string[]> {
      const calls = await emulator.calls({ bot: bot.id, method: 'sendMessage' })
      return calls.map(({ params, at }) => `${Math.floor(at - START)} ${params.text}`)
    },
  }
}
