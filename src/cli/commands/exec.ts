// `exec`: starts an emulator and runs a command with the emulator's address in its environment.

import type { ChildProcess } from 'node:child_process'
import { Argument } from 'commander'
import spawn from 'cross-spawn'
import type { Diagnosis } from '../../control/contract/diagnosis.ts'
import { lastOutputLines, OUTPUT_TITLE } from '../../control/describe/bot-output.ts'
import { diagnosisText } from '../../control/describe/call.ts'
import { Problem } from '../../lib/problem.ts'
import { sanitizeLine } from '../../lib/safe-text.ts'
import { createBotUnderTest } from '../../testing/programs/bot-under-test.ts'
import { endGroup, signalGroup } from '../../testing/programs/process-group.ts'
import { botEnvironment } from '../../testing/programs/program.ts'
import { fillWorld } from '../../testing/worlds/create-world.ts'
import { DEFAULT_WORLD } from '../../testing/worlds/world-file.ts'
import { define } from '../command.ts'
import { EXIT, exitCodeOfProcess } from '../exit-codes.ts'
import { stoppable } from '../running/stop-on-signal.ts'
import { startTargetEmulator } from '../running/target-emulator.ts'
import { PROGRAM_OPTIONS, STARTUP } from '../settings/bot-options.ts'
import { group, type OptionsOf, option } from '../settings/option.ts'
import { parseBotCommand } from '../settings/option-values.ts'
import { readWorldFile } from '../settings/read-world-file.ts'
import { givenServiceSettings, SERVICE_OPTIONS } from '../settings/service-options.ts'
import { onStopSignal } from '../stop-signals.ts'

const OPTIONS = [
  ...group('Bot:', [
    option('--bot <command>', 'the command that starts the bot, before the other one', parseBotCommand),
    option('--bot-output', 'prints what the bot writes, and not only if the command fails'),
    STARTUP,
    ...PROGRAM_OPTIONS,
  ]),
  ...group('World:', [option('--world <file>', 'a YAML or JSON file with the people, bots and chats')]),
  ...SERVICE_OPTIONS,
] as const
type ExecOptions = OptionsOf<typeof OPTIONS>

const GRACE_MS = 1200

export const command = define({
  args: [new Argument('<command...>', 'the command to run, after --')],
  options: OPTIONS,
  setUp: (command) => command.passThroughOptions(),
  page: 'docs/other-languages.md',
  examples: ['exec -- npm test', 'exec --bot "python3 bot.py" -- pytest -x'],
  run: (options, words: string[]) => exec(words, options),
})

const exec = (command: string[], options: ExecOptions) =>
  stoppable(async (signal, ignoreSignals) => {
    const { world, tokenName, urlName } = options
    const file = world === undefined ? DEFAULT_WORLD : readWorldFile(world)
    const { client, url, close } = await startTargetEmulator(givenServiceSettings(options), file)
    const onLine = options.botOutput ? (line: string) => writeLines(`|  ${line}`) : undefined
    const settings = { ...options, command: options.bot, clock: options.botClock, onLine }
    const botUnderTest = createBotUnderTest(client, url, settings)
    try {
      await fillWorld(client.perform, file)
      const [bot] = await client.view('/bots')
      const hasBot = bot !== undefined && options.bot !== undefined
      if (hasBot) await botUnderTest.begin({ bot: bot.handle, token: bot.token }, signal)
      ignoreSignals()
      // Without --bot, the command itself is the bot, so it gets the variables of --bot-clock.
      const clock = options.bot === undefined ? options.botClock : undefined
      const code = await runProgram(command, botEnvironment(url, bot?.token, { tokenName, urlName, clock }))
      if (code !== EXIT.success && hasBot) {
        const diagnosis = await client.view('/bots/:bot/diagnosis', { bot: bot.handle })
        writeLines(...diagnosisLines(diagnosis, options.botOutput ? [] : botUnderTest.output()))
      }
      return code
    } finally {
      await botUnderTest.stop()
      await close()
    }
  })

function diagnosisLines({ lines, ...diagnosis }: Diagnosis, output: readonly string[]): string[] {
  const title = lines.indexOf(OUTPUT_TITLE)
  const evidence = title === -1 ? lines : lines.slice(0, title)
  return [diagnosisText(diagnosis), ...evidence, ...lastOutputLines(output, diagnosis.text)]
}

const writeLines = (...lines: string[]) =>
  void process.stderr.write(lines.map((line) => `${sanitizeLine(line)}\n`).join(''))

const isWindows = process.platform === 'win32'

function runProgram(command: string[], env: Record<string, string>): Promise<number> {
  const [name = '', ...words] = command
  // On a terminal, the command stays in the foreground group, because a background group cannot read from the terminal.
  const detached = process.stdin.isTTY !== true && !isWindows
  const child = spawn(name, words, { stdio: 'inherit', detached, env: { ...process.env, ...env } })
  const stopListening = onStopSignal((signal) => forwardSignal(child, signal, detached))
  return new Promise<number>((resolve, reject) => {
    child.once('error', (error) => {
      const message = `${name} cannot be started: ${error.message}.`
      reject(new Problem('command-not-started', message, 'Write the command after --, as you would type it.'))
    })
    child.once('exit', async (code, signal) => {
      if (detached) await endGroup(child, GRACE_MS)
      resolve(exitCodeOfProcess(code, signal))
    })
  }).finally(stopListening)
}

function forwardSignal(child: ChildProcess, signal: NodeJS.Signals, detached: boolean) {
  // On Windows, the console has already sent Ctrl-C to the command, so it is killed only after `GRACE_MS`.
  if (isWindows) setTimeout(signalGroup, signal === 'SIGINT' ? GRACE_MS : 0, child, signal).unref()
  else if (detached) signalGroup(child, signal)
  else child.kill(signal)
}
