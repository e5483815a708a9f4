// `test`: plays scenarios against a bot.

import { Argument } from 'commander'
import { Problem } from '../../lib/problem.ts'
import { RESTARTS } from '../../testing/scenarios/run/lane.ts'
import type { PlaySettings } from '../../testing/scenarios/run/play-scenario.ts'
import type { RunEvent, RunResult } from '../../testing/scenarios/run/result.ts'
import { type RunSettings, runScenarios } from '../../testing/scenarios/run/run-scenarios.ts'
import type { Scenario } from '../../testing/scenarios/scenario.ts'
import { define } from '../command.ts'
import { EXIT, exitCodeOf } from '../exit-codes.ts'
import { findOrigin } from '../own-command.ts'
import { stoppable } from '../running/stop-on-signal.ts'
import { choosePort, connectTargetEmulator, startTargetEmulator } from '../running/target-emulator.ts'
import { botSettings, PROGRAM_OPTIONS, RESET, STARTUP } from '../settings/bot-options.ts'
import { choice, group, type OptionsOf, option, usually } from '../settings/option.ts'
import {
  appendValue,
  parseBotCommand,
  parseFolder,
  parseSeconds,
  parseSecondsAboveZero,
  parseShard,
  parseSize,
  parseWholeNumber,
} from '../settings/option-values.ts'
import { givenServiceSettings, SERVICE_OPTIONS } from '../settings/service-options.ts'
import { chooseScenarios, SELECT_OPTIONS } from '../test/choose-scenarios.ts'
import { FAULT_OPTIONS, faultRun } from '../test/faults.ts'
import { createHold, parseHold, UNTIL_SIGNAL } from '../test/hold.ts'
import { onlyLastFailed, rememberFailed, repeatEach } from '../test/last-failed.ts'
import { COVERAGE_TABLE, createReporters, parseCoverage, parseReporter } from '../test/reporters.ts'
import { type LocatedCorrection, updateFiles } from '../test/update-files.ts'
import { type Arrange, watchScenarios } from '../test/watch.ts'

const OPTIONS = [
  ...group('Bot:', [
    option('--bot <command>', 'the command that starts the bot', parseBotCommand),
    usually(
      choice('--restart <when>', 'restarts the bot each scenario, after a failure (default), or never', [
        ...RESTARTS,
        'each',
      ]),
      'failure',
    ),
    RESET,
    STARTUP,
    option('--bot-memory <size>', 'the most memory of the bot after a scenario, such as 200MB (Linux)', parseSize),
    ...PROGRAM_OPTIONS,
  ]),
  ...SELECT_OPTIONS,
  ...group('Select:', [
    option('--last-failed', 'plays the scenarios that failed in the last run'),
    option('--shard <i/n>', 'plays one part: 1/4 on the first of four machines', parseShard),
    option('--durations <file>', 'an earlier JSON report, for parts that take equally long').hideHelp(),
  ]),
  ...group('Run:', [
    option('--watch [folder]', 'plays again when a file in this folder changes (default: here)', parseFolder).preset(
      '.',
    ),
    option('--parallel <n>', 'plays this many scenarios at once', parseWholeNumber(1)),
    option('--bail', 'stops at the first failure'),
    option('--hold [time]', 'keeps the world of the first failure, and opens the dashboard there', parseHold).preset(
      UNTIL_SIGNAL,
    ),
    usually(option('--retries <n>', 'retries a failed scenario', parseWholeNumber(0)), 0),
    usually(option('--repeat-each <n>', 'plays each scenario this often, counting failures', parseWholeNumber(1)), 1),
    usually(option('--timeout <time>', 'the time limit of a scenario', parseSecondsAboveZero), 60, '60 s'),
    usually(option('--patience <time>', 'the time limit of an expectation', parseSeconds), 5, '5 s'),
    option('--against <url>', 'plays on a running emulator and replaces its world; repeatable', appendValue),
    option('--control-token <token>', 'the control token of the emulators of --against').hideHelp(),
    option('--reset-world', 'allows --against to replace a world that is saved in a file').hideHelp(),
  ]),
  ...group('Expect:', [
    option('--strict', 'fails at calls that no step expects'),
    option('--advice <kind>', 'error: advice about the bot fails the run'),
    option('--no-advice', 'prints no advice').hideHelp(),
    option('--fail-on-flaky', 'fails the run if a scenario passes only after a retry'),
    option('--pass-with-no-tests', 'accepts a run without any scenario').hideHelp(),
    choice('--update [how]', 'writes what the bot does into the files; all: without asking', ['ask', 'all']).preset(
      'ask',
    ),
  ]),
  ...FAULT_OPTIONS,
  ...group('Report:', [
    option('--reporter <name[=file]>', 'human, tap, junit, json, github or html; repeatable', parseReporter),
    option('--coverage [file]', 'what the scenarios covered, as a table or as JSON', parseCoverage).preset(
      COVERAGE_TABLE,
    ),
  ]),
  ...SERVICE_OPTIONS,
] as const
export type TestOptions = OptionsOf<typeof OPTIONS>

/** Options that only refine another one are hidden, so that the help fits a screen. docs/commands.md has them. */
export const command = define({
  args: [new Argument('[files...]')],
  options: OPTIONS,
  page: 'docs/scenarios.md and docs/commands.md',
  examples: ['test scenarios --bot "node bot.mjs" --reporter html=run.html'],
  run: test,
})

async function test(options: TestOptions, patterns: string[]): Promise<number> {
  requireBotOption(options)
  refuseUpdateWithWatch(options)
  const lanes = countLanes(options)
  const code = await stoppable(async (signal) => {
    const run = { patterns, options, lanes, signal }
    if (options.watch) {
      await watchScenarios({ folder: options.watch, signal, play: (arrange) => playOnce(run, arrange) })
      return EXIT.success
    }
    if (options.update) await update(run)
    return exitCodeOf(await playOnce(run), {
      adviceFails: options.advice === 'error',
      flakyFails: options.failOnFlaky,
    })
  })
  return options.watch ? process.exit(code) : code
}

interface Run {
  patterns: string[]
  options: TestOptions
  lanes: number
  signal: AbortSignal
}

export function playAndNotify(
  patterns: string[],
  options: TestOptions,
  signal: AbortSignal,
  notify: (event: RunEvent) => void,
): Promise<RunResult> {
  requireBotOption(options)
  return playOnce({ patterns, options, lanes: countLanes(options), signal }, undefined, notify)
}

async function playOnce(
  { patterns, ...run }: Run,
  arrange?: Arrange,
  notify?: (event: RunEvent) => void,
): Promise<RunResult> {
  const { options } = run
  const chosen = chooseScenarios(patterns, options)
  const arranged = arrange?.(chosen) ?? (options.lastFailed ? onlyLastFailed(chosen) : chosen)
  const listener = notify ?? (await createReporters(options.reporter ?? [], options.coverage))
  const result = await play(repeatEach(arranged, options.repeatEach), run, listener)
  rememberFailed(result)
  return result
}

/** Plays and corrects in rounds, because one round corrects only the first difference of each expectation. */
async function update({ patterns, ...run }: Run) {
  const { options, signal } = run
  const progress = { changed: new Set<string>(), reported: new Set<string>() }
  for (let round = 0; round < MAX_ROUNDS && !signal.aborted; round++) {
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
    if (!corrections.length || !(await updateFiles(corrections, options.update ?? 'ask', progress))) return
  }
}

const MAX_ROUNDS = 20

async function play(
  scenarios: readonly Scenario[],
  { options, lanes, signal }: Omit<Run, 'patterns'>,
  notify: (event: RunEvent) => void,
  onMismatch?: PlaySettings['onMismatch'],
): Promise<RunResult> {
  const { bot: command, restart, against, reporter = [], timeout, patience, controlToken, resetWorld } = options
  const settings: RunSettings = {
    openTargetEmulator: (lane) => {
      const url = against?.[lane - 1]
      return url === undefined
        ? startTargetEmulator(givenServiceSettings(options))
        : connectTargetEmulator(url, { controlToken, resetWorld })
    },
    bot: { ...botSettings(command, options), controlToken },
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
    hold: options.hold === undefined ? undefined : createHold(options.hold, signal),
    retries: options.retries,
    restart: restart === 'each' ? 'scenario' : restart,
    advice: options.advice !== false,
    origin: findOrigin(),
    signal,
  }
  return runScenarios(scenarios, { ...settings, goOn: faultRun(options, settings, notify) }, notify)
}

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
