// `test`: plays scenarios against a bot.

import { Command, Option } from 'commander'
import { Problem } from '../../lib/problem.ts'
import { RESTARTS, type Restart } from '../../testing/scenarios/run/lane.ts'
import type { PlaySettings } from '../../testing/scenarios/run/play-scenario.ts'
import type { RunEvent, RunResult } from '../../testing/scenarios/run/result.ts'
import { runScenarios } from '../../testing/scenarios/run/run-scenarios.ts'
import type { Scenario } from '../../testing/scenarios/scenario.ts'
import { exitCodeOf } from '../exit-codes.ts'
import { type BotFlags, startupOption, withBotOptions } from '../settings/bot-options.ts'
import {
  appendValue,
  parseBotCommand,
  parseFolder,
  parseJsonFile,
  parseSeconds,
  parseSecondsAboveZero,
  parseShard,
  parseSize,
  parseWholeNumber,
} from '../settings/option-values.ts'
import { givenServiceSettings, type ServiceFlags, withServiceOptions } from '../settings/service-options.ts'
import { chooseScenarios } from '../test/choose-scenarios.ts'
import { originOf } from '../test/origin.ts'
import { createReporters, parseReporter, type ReporterOption } from '../test/reporters.ts'
import type { Shard } from '../test/shards.ts'
import { type Stopping, stopOnSignal } from '../test/stop-on-signal.ts'
import { connectTargetEmulator, findFreePort, startTargetEmulator } from '../test/target-emulator.ts'
import { type LocatedCorrection, updateFiles } from '../test/update-files.ts'
import { type Selection, watchScenarios } from '../test/watch.ts'

interface TestOptions extends ServiceFlags, BotFlags {
  bot?: string
  restart: Restart | 'each'
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
  failOnFlaky?: boolean
  passWithNoTests?: boolean
  botMemory?: number
  timeout: number
  patience: number
  strict?: boolean
  reporter?: ReporterOption[]
  advice: boolean | 'error'
  coverage?: boolean | string
  update?: true | 'ask' | 'all'
  watch?: true | string
}

export function command(): Command {
  const command = withServiceOptions(new Command('test'))
    .argument('[files...]', 'scenario files, folders or patterns')
    .option('--bot <command>', 'the command that starts the bot', parseBotCommand)
  return withBotOptions(command)
    .addOption(startupOption())
    .addOption(
      new Option(
        '--restart <when>',
        'when to restart the bot: for each scenario, after a failure, or only after it has exited',
      )
        .choices([...RESTARTS, 'each'])
        .default('failure'),
    )
    .option(
      '--against <url>',
      'plays on a running emulator and replaces its world; with --parallel, pass --against for each emulator',
      appendValue,
    )
    .option('--control-token <token>', 'the control token of the emulators of --against')
    .option('--reset-world', 'allows --against to replace a world that is saved in a file')
    .option('--parallel <n>', 'plays this many scenarios at once, each on its own emulator', parseWholeNumber(1))
    .option('--shard <i/n>', 'plays one part of the scenarios: 1/4 on the first of four machines', parseShard)
    .option('--durations <file>', 'a JSON report of an earlier run, so that the parts of --shard take equally long')
    .option('--grep <pattern>', 'plays only scenarios whose names match this regular expression')
    .option('--tag <tag>', 'plays only scenarios with this tag; repeatable', appendValue)
    .option('--bail', 'stops at the first failure')
    .option('--retries <n>', 'retries a failed scenario up to this many times', parseWholeNumber(0), 0)
    .option('--fail-on-flaky', 'fails the run if a scenario passes only after a retry')
    .option('--pass-with-no-tests', 'accepts a run without any scenario')
    .option(
      '--bot-memory <size>',
      'fails a scenario if the bot uses more memory than this at the end of the scenario, such as 200MB; only on Linux',
      parseSize,
    )
    .option('--timeout <time>', 'the time limit of a scenario in seconds', parseSecondsAboveZero, 60)
    .option('--patience <time>', 'the default time limit of an expectation in seconds', parseSeconds, 5)
    .option('--strict', 'fails a scenario if the bot makes a call that no step expects')
    .option('--reporter <name[=file]>', 'reports as human, tap, junit, json, github or html; repeatable', parseReporter)
    .option('--advice <kind>', 'with --advice error, the run fails if the report contains advice about the bot')
    .option('--no-advice', 'prints no advice')
    .option('--coverage [file]', 'reports what the scenarios covered, as a table or as JSON in a file', parseJsonFile)
    .addOption(
      new Option(
        '--update [how]',
        "replaces expected values in the files with the bot's actual answers; with the value all, does not ask first",
      ).choices(['ask', 'all']),
    )
    .option(
      '--watch [folder]',
      'plays the scenarios again when a file in this folder changes (default: the current folder)',
      parseFolder,
    )
    .addHelpText('after', EXAMPLES)
    .action(async (files: string[], options: TestOptions) => {
      process.exitCode = await test(files, options)
    })
}

const EXAMPLES = `
Examples:
  $ npx bot-emulator test --bot "node bot.js" scenarios/*.yaml
  $ npx bot-emulator test --bot "python3 bot.py" --parallel 4 --reporter junit=out/junit.xml --reporter html=out/run.html
  $ npx bot-emulator test --against http://127.0.0.1:8081 --grep greets`

async function test(patterns: string[], options: TestOptions): Promise<number> {
  requireBotOption(options)
  refuseUpdateWithWatch(options)
  const lanes = countLanes(options)
  const stopping = stopOnSignal()
  try {
    const run = { patterns, options, lanes, stopping }
    if (options.watch) {
      const folder = options.watch === true ? '.' : options.watch
      await watchScenarios({ folder, signal: stopping.signal, play: (selection) => playOnce(run, selection) })
      return process.exit(stopping.exitCode())
    }
    if (options.update) await update(run)
    const result = await playOnce(run)
    const policy = { adviceFails: options.advice === 'error', flakyFails: options.failOnFlaky }
    return stopping.exitCode() ?? exitCodeOf(result, policy)
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

async function playOnce({ patterns, ...run }: Run, { grep, arrange }: Partial<Selection> = {}): Promise<RunResult> {
  const { options } = run
  const scenarios = chooseScenarios(patterns, { ...options, grep: grep ?? options.grep })
  const reporters = await createReporters(options.reporter ?? [], options.coverage)
  return play(arrange?.(scenarios) ?? scenarios, run, reporters)
}

/** Plays and corrects in rounds, because one round corrects only the first difference of each expectation. */
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
  const { botClock, controlToken, resetWorld } = options
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
        defaultWaitSeconds: patience,
        strict: options.strict ?? false,
        botMemory: options.botMemory,
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

/** Returns the bot's port: PORT in the environment if only one bot runs, otherwise a free port. */
async function choosePort(lanes: number): Promise<string> {
  return (lanes === 1 && process.env.PORT) || String(await findFreePort())
}

/** Returns how many scenarios are played at once. */
function countLanes({ against, parallel }: TestOptions): number {
  if (!against || parallel === undefined || parallel <= against.length) return parallel ?? against?.length ?? 1
  const message = `--parallel ${parallel} needs ${parallel} emulators, and --against names ${against.length}.`
  const hint = 'Each emulator has one world. Pass --against once for each parallel scenario, or omit --against.'
  throw new Problem('bad-option', message, hint)
}

function requireBotOption({ bot, against }: TestOptions) {
  if (bot !== undefined || against !== undefined) return
  const hint = 'Pass the command that starts your bot: --bot "node bot.js"'
  throw new Problem('bad-option', 'The bot to test is missing.', hint)
}

function refuseUpdateWithWatch({ watch, update }: TestOptions) {
  if (!watch || !update) return
  const hint = 'Update the files first, then watch them.'
  throw new Problem('bad-option', '--update and --watch cannot be combined.', hint)
}
