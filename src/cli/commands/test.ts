// `test`: plays scenarios against a bot.

import { Command, Option } from 'commander'
import type { BotClock } from '../../bot-clock/environment.ts'
import { Problem } from '../../lib/problem.ts'
import { RESTARTS, type Restart } from '../../scenario/run/lane.ts'
import type { PlaySettings } from '../../scenario/run/play-scenario.ts'
import type { RunEvent, RunResult } from '../../scenario/run/result.ts'
import { runScenarios } from '../../scenario/run/run-scenarios.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import { exitCodeOf } from '../exit-codes.ts'
import { writeError } from '../print/streams.ts'
import { botClockOption } from '../settings/bot-clock-option.ts'
import {
  appendValue,
  parseFolder,
  parseJsonFile,
  parseSeconds,
  parseSecondsAboveZero,
  parseShard,
  parseVariableName,
  parseWholeNumber,
} from '../settings/option-values.ts'
import { givenServiceSettings, type ServiceFlags, withServiceOptions } from '../settings/service-options.ts'
import { chooseScenarios } from '../testing/choose-scenarios.ts'
import { collectChanges, waitForNextChange } from '../testing/next-change.ts'
import { originOf } from '../testing/origin.ts'
import { createReporters, parseReporter, type ReporterOption } from '../testing/reporters.ts'
import type { Shard } from '../testing/shards.ts'
import { type Stopping, stopOnSignal } from '../testing/stop-on-signal.ts'
import { connectTargetEmulator, findFreePort, startTargetEmulator } from '../testing/target-emulator.ts'
import { type LocatedCorrection, updateFiles } from '../testing/update-files.ts'

interface TestOptions extends ServiceFlags {
  bot?: string
  tokenName: string
  urlName: string
  restart: Restart | 'each'
  startup: number
  against?: string[]
  controlToken?: string
  resetWorld?: boolean
  parallel?: number
  shard?: Shard
  durations?: string
  grep?: string
  tag?: string[]
  bail?: boolean
  retries: number
  timeout: number
  patience: number
  strict?: boolean
  botClock?: BotClock
  reporter?: ReporterOption[]
  advice: boolean | 'error'
  coverage?: boolean | string
  update?: true | 'ask' | 'all'
  watch?: true | string
}

export function command(): Command {
  return withServiceOptions(new Command('test'))
    .argument('[files...]', 'scenario files, folders or patterns')
    .option('--bot <command>', 'starts the bot')
    .option('--token-name <name>', 'the variable in which the bot finds its token', parseVariableName, 'BOT_TOKEN')
    .option('--url-name <name>', 'the variable in which it finds the root of the API', parseVariableName, 'BOT_API_URL')
    .option('--startup <time>', 'how long it may take until it listens', parseSecondsAboveZero, 15)
    .addOption(
      new Option(
        '--restart <when>',
        'starts the bot anew: for each scenario, after a failure, or only when it has ended',
      )
        .choices([...RESTARTS, 'each'])
        .default('failure'),
    )
    .addOption(botClockOption())
    .option('--against <url>', 'plays on a running emulator, whose world goes; repeatable, for --parallel', appendValue)
    .option('--control-token <token>', 'what those emulators ask for that listen beyond their machine')
    .option('--reset-world', 'the world of such an emulator may go though it is kept in a file')
    .option('--parallel <n>', 'plays so many at once, each on an emulator of its own', parseWholeNumber(1))
    .option('--shard <i/n>', 'plays the scenarios of one machine of several', parseShard)
    .option('--durations <file>', 'a JSON report by which the shards are made to take equally long')
    .option('--grep <pattern>', 'plays only those with such a name')
    .option('--tag <tag>', 'plays only those with this tag; repeatable', appendValue)
    .option('--bail', 'stops at the first failure')
    .option('--retries <n>', 'plays a failed one again, so many times', parseWholeNumber(0), 0)
    .option('--timeout <time>', 'the longest a scenario may take', parseSecondsAboveZero, 60)
    .option('--patience <time>', 'how long an expectation waits unless it says so', parseSeconds, 5)
    .option('--strict', 'a call that nobody expected fails')
    .option('--reporter <name[=file]>', 'human, tap, junit, json, github or html; repeatable', parseReporter)
    .option('--advice <kind>', 'error: advice fails the run')
    .option('--no-advice', 'gives no advice')
    .option('--coverage [file]', 'tells what was exercised, as a table or as JSON into a file', parseJsonFile)
    .addOption(
      new Option('--update [how]', 'expects what the bot answers now, after asking; all: without asking').choices([
        'ask',
        'all',
      ]),
    )
    .option('--watch [folder]', 'plays again when a file below changes; here unless told', parseFolder)
    .addHelpText('after', EXAMPLES)
    .action(async (files: string[], options: TestOptions) => {
      process.exitCode = await test(files, options)
    })
}

const EXAMPLES = `
Examples:
  $ bot-emulator test --bot "node bot.js" scenarios/*.yaml
  $ bot-emulator test --bot "python3 bot.py" --parallel 4 --reporter junit=out/junit.xml --reporter html=out/run.html
  $ bot-emulator test --against http://127.0.0.1:8081 --grep greets`

async function test(patterns: string[], options: TestOptions): Promise<number> {
  requireBotOption(options)
  refuseUpdateWithWatch(options)
  const lanes = countLanes(options)
  const stopping = stopOnSignal()
  try {
    const run = { patterns, options, lanes, stopping }
    if (options.watch) await watch(run)
    if (options.update) await update(run)
    return await playOnce(run)
  } finally {
    stopping.removeListener()
  }
}

interface Run {
  patterns: string[]
  options: TestOptions
  lanes: number
  stopping: Stopping
}

async function playOnce({ patterns, ...run }: Run): Promise<number> {
  const { options, stopping } = run
  const scenarios = chooseScenarios(patterns, options)
  const result = await play(scenarios, run, createReporters(options.reporter ?? [], options.coverage))
  return stopping.exitCode() ?? exitCodeOf(result, options.advice === 'error')
}

async function watch(run: Run) {
  const { options, stopping } = run
  const watchedFolder = options.watch === true ? '.' : (options.watch ?? '.')
  let changedBefore: ReadonlySet<string> | undefined
  while (!stopping.signal.aborted) {
    const changes = collectChanges(watchedFolder)
    await playOnce(run).catch(writeError)
    const changedFiles = await changes()
    const userChange = [...changedFiles].find((file) => isUserChange(file, changedBefore))
    changedBefore = changedFiles
    if (stopping.signal.aborted) break
    const file = userChange ?? (await waitForChange(watchedFolder, stopping.signal))
    if (file) process.stdout.write(`${userChange ? '\n' : ''}${file} has changed.\n\n`)
  }
  process.exit(stopping.exitCode())
}

/**
 * Guesses whether the user changed the file during a run. A file that also changed during the previous run is probably
 * written by the bot. The first run cannot be compared with an earlier one, so only YAML files count.
 */
const isUserChange = (file: string, changedBefore: ReadonlySet<string> | undefined) =>
  changedBefore ? !changedBefore.has(file) : /\.ya?ml$/.test(file)

function waitForChange(watchedFolder: string, signal: AbortSignal): Promise<string | undefined> {
  process.stdout.write('\nWaiting for a file to change; Ctrl-C ends it.\n')
  return Promise.race([waitForNextChange(watchedFolder), aborted(signal)])
}

const aborted = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)))

/** Plays and corrects the scenarios repeatedly, because each run shows only the first difference of an expectation. */
async function update({ patterns, ...run }: Run) {
  const { options, stopping } = run
  const progress = { changed: new Set<string>(), reported: new Set<string>() }
  for (let round = 0; round < MAX_ROUNDS && !stopping.signal.aborted; round++) {
    const corrections: LocatedCorrection[] = []
    const scenarios = chooseScenarios(patterns, options)
    const runWithoutAdvice = { ...run, options: { ...options, advice: false } }
    await play(
      scenarios,
      runWithoutAdvice,
      () => {},
      (step, { path, ...mismatch }) => {
        corrections.push({ location: step.at, path: [...step.path, step.word], at: path, ...mismatch })
      },
    )
    if (!corrections.length || !(await updateFiles(corrections, options.update === 'all' ? 'all' : 'ask', progress)))
      return
  }
}

const MAX_ROUNDS = 20

async function play(
  scenarios: readonly Scenario[],
  { options, lanes, stopping }: Omit<Run, 'patterns'>,
  notify: (event: RunEvent) => void,
  onMismatch?: PlaySettings['onMismatch'],
): Promise<RunResult> {
  const { bot: command, tokenName, urlName, restart, startup, against, reporter = [], timeout, patience } = options
  const { botClock, controlToken, resetWorld = false } = options
  return runScenarios(
    scenarios,
    {
      openTargetEmulator: (lane) => {
        const url = against?.[lane - 1]
        return url === undefined
          ? startTargetEmulator(givenServiceSettings(options))
          : connectTargetEmulator(url, { controlToken, resetWorld })
      },
      bot: { command, tokenName, urlName, startup, clock: botClock, controlToken },
      laneEnv: async (lane) => ({ BOT_EMULATOR_LANE: String(lane), PORT: await choosePort(lanes) }),
      play: {
        timeout,
        patience,
        strict: options.strict ?? false,
        pictures: reporter.some(({ name }) => name === 'html' || name === 'json'),
        onMismatch,
      },
      parallel: lanes,
      bail: options.bail ?? false,
      retries: options.retries,
      restart: restart === 'each' ? 'scenario' : restart,
      advice: options.advice !== false,
      origin: originOf(process.argv.slice(2)),
      signal: stopping.signal,
    },
    notify,
  )
}

/** Returns a free port for a bot that listens. A single bot gets the PORT of the environment, if there is one. */
async function choosePort(lanes: number): Promise<string> {
  return (lanes === 1 && process.env.PORT) || String(await findFreePort())
}

/** Returns how many scenarios are played at once: with --against one for each emulator, since it has only one world. */
function countLanes({ against, parallel }: TestOptions): number {
  if (!against || parallel === undefined || parallel <= against.length) return parallel ?? against?.length ?? 1
  throw new Problem(
    'bad-option',
    `--parallel ${parallel} needs ${parallel} emulators, and --against names ${against.length}.`,
    'One emulator has one world. Name another with --against for each scenario at a time, or leave --against out.',
  )
}

function requireBotOption({ bot, against }: TestOptions) {
  if (bot !== undefined || against !== undefined) return
  throw new Problem(
    'bad-option',
    'Which bot is to be played with?',
    'Give the command that starts it: --bot "node bot.js"',
  )
}

function refuseUpdateWithWatch({ watch, update }: TestOptions) {
  if (!watch || !update) return
  throw new Problem(
    'bad-option',
    '--update and --watch do not go together.',
    'Update the files first, then watch them.',
  )
}
