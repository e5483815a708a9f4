// `compare`: plays conversations with two versions of a bot.

import { Argument } from 'commander'
import { type Palette, PLAIN, paletteFor } from '../../lib/colours.ts'
import { Problem } from '../../lib/problem.ts'
import { plural } from '../../lib/safe-text.ts'
import { baselineText, readBaseline } from '../../testing/compare/baseline-file.ts'
import {
  githubCompareReport,
  htmlCompareReport,
  humanCompareReport,
  jsonCompareReport,
} from '../../testing/compare/report.ts'
import { type CompareResult, runCompare, type Version } from '../../testing/compare/run-compare.ts'
import { openVersion } from '../../testing/compare/told.ts'
import { exploreConversations } from '../../testing/explore/conversations.ts'
import { explorableWorld } from '../../testing/explore/explorable-world.ts'
import type { BotSettings } from '../../testing/programs/bot-under-test.ts'
import type { Scenario } from '../../testing/scenarios/scenario.ts'
import { define } from '../command.ts'
import { checkOut } from '../compare/checkout.ts'
import { EXIT } from '../exit-codes.ts'
import { findOrigin } from '../own-command.ts'
import { openOutput } from '../print/output-file.ts'
import { createProgressLine } from '../print/streams.ts'
import { stoppable } from '../running/stop-on-signal.ts'
import { findFreePort, startTargetEmulator } from '../running/target-emulator.ts'
import { botSettings, PROGRAM_OPTIONS, RESET, STARTUP } from '../settings/bot-options.ts'
import { group, type OptionsOf, option, required, usually } from '../settings/option.ts'
import { parseBotCommand, parseFolder, parseSeconds, parseSecondsAboveZero } from '../settings/option-values.ts'
import { givenServiceSettings, SERVICE_OPTIONS } from '../settings/service-options.ts'
import { chooseScenarios, SELECT_OPTIONS } from '../test/choose-scenarios.ts'
import { type ReporterOption, reporterParser, withScreenReporter } from '../test/reporters.ts'

const PEOPLE = 3
const SEED = 1

const REPORTS: Readonly<Record<string, (result: CompareResult, paint: Palette) => string>> = {
  human: humanCompareReport,
  json: jsonCompareReport,
  github: githubCompareReport,
  html: htmlCompareReport,
}

const OPTIONS = [
  ...group('Bot:', [
    required(option('--bot <command>', 'the command that starts the bot', parseBotCommand)),
    option('--baseline <command>', 'the command of the version to compare with, or a file of --accept'),
    option('--baseline-ref <ref>', 'compares with a commit, such as HEAD, in a folder of its own'),
    option('--setup <command>', 'runs in that folder first, such as "npm ci"'),
    option('--baseline-cwd <folder>', 'where the command of --baseline runs', parseFolder),
    RESET,
    STARTUP,
    ...PROGRAM_OPTIONS,
  ]),
  ...SELECT_OPTIONS,
  ...group('Run:', [
    option(
      '--explore <time>',
      'also compares conversations that exploring the old version finds',
      parseSecondsAboveZero,
    ),
    usually(option('--timeout <time>', 'the time limit of a conversation', parseSecondsAboveZero), 60, '60 s'),
    usually(option('--patience <time>', 'how long the bot may work on a step', parseSeconds), 5, '5 s'),
  ]),
  ...group('Report:', [
    option('--accept <file>', 'writes what people see into a file for --baseline'),
    option('--reporter <name[=file]>', 'human, json, github or html; repeatable', reporterParser(Object.keys(REPORTS))),
  ]),
  ...SERVICE_OPTIONS,
] as const
type CompareOptions = OptionsOf<typeof OPTIONS>

export const command = define({
  args: [new Argument('[files...]')],
  options: OPTIONS,
  page: 'docs/compare.md',
  examples: ['compare scenarios --baseline-ref HEAD --bot "node bot.mjs"'],
  run,
})

function run(options: CompareOptions, patterns: string[]): Promise<number> {
  const { bot, accept } = options
  const scenarios = chosenScenarios(patterns, options)
  const report = openReports(options.reporter ?? [])
  const write = accept === undefined ? undefined : openOutput(accept)
  return stoppable(async (signal) => {
    const ends: (() => unknown)[] = []
    try {
      if (write) {
        write(await baselineText(scenarios, await openLive({ command: bot }, options, signal, ends)))
        process.stdout.write(`Wrote ${plural(scenarios.length, 'conversation')} to ${accept}.\n`)
        return EXIT.success
      }
      const { before, explored } = await openBaseline(options, signal, ends)
      const progress = await createProgressLine()
      const after = await openLive({ command: bot }, options, signal, ends)
      const isKnown = (scenario: Scenario) => before.has?.(scenario) !== false
      const result = await runCompare(
        [...scenarios.filter(isKnown), ...explored],
        { before, after, signal },
        (done, count, differing) =>
          progress.show(
            `${done}/${plural(count, 'conversation')}${differing ? `, ${differing} differ` : ''}`,
            differing > 0,
          ),
      )
      progress.clear()
      const missing = scenarios.filter((scenario) => !isKnown(scenario))
      for (const { name } of missing)
        result.notes.push(`"${name}" is not in ${options.baseline}. To add it, pass --accept ${options.baseline}.`)
      report({ ...result, missing, versions: versionsOf(options), origin: await findOrigin() })
      return result.groups.length ? EXIT.failed : EXIT.success
    } finally {
      for (const end of ends.reverse()) await end()
    }
  })
}

/** Both may have the same command, in another commit or folder. */
function versionsOf({ baseline, baselineRef, baselineCwd, bot }: CompareOptions) {
  const places = [baselineRef && ` at ${baselineRef}`, baselineCwd && ` in ${baselineCwd}`]
  return { before: [baseline ?? bot, ...places].filter(Boolean).join(''), after: bot }
}

function chosenScenarios(patterns: string[], options: CompareOptions): Scenario[] {
  if (options.explore !== undefined && !patterns.length) return []
  return chooseScenarios(patterns, options).filter(({ skip }) => skip === undefined)
}

async function openBaseline(options: CompareOptions, signal: AbortSignal, ends: (() => unknown)[]) {
  const { baseline, baselineRef, baselineCwd, bot, setup, explore } = options
  if (baseline === undefined && baselineRef === undefined) {
    const hint = 'Pass --baseline-ref HEAD, --baseline "node old.js", or --accept bot.baseline.json for later.'
    throw new Problem('bad-option', 'There is nothing to compare the bot with.', hint)
  }
  if (baseline !== undefined && /^\S+\.json$/.test(baseline)) {
    if (explore === undefined) return { before: readBaseline(baseline), explored: [] }
    throw new Problem('bad-option', '--explore needs a baseline that runs.', 'Pass --baseline-ref HEAD.')
  }
  const checkout = baselineRef === undefined ? undefined : await checkOut(baselineRef, setup, signal)
  if (checkout) ends.push(checkout.remove)
  const old = { command: baseline ?? bot, cwd: checkout?.folder ?? baselineCwd }
  const before: Version = await openLive(old, options, signal, ends)
  return { before, explored: explore === undefined ? [] : await exploreBaseline(old, options, explore, signal) }
}

type Program = Pick<BotSettings, 'cwd'> & { command: string }

async function openLive(program: Program, options: CompareOptions, signal: AbortSignal, ends: (() => unknown)[]) {
  const { patience, timeout } = options
  const emulator = await startTargetEmulator(givenServiceSettings(options))
  const version = await openVersion(emulator, await settingsOf(program, options), { patience, timeout, signal })
  ends.push(version.close)
  return version
}

async function exploreBaseline(program: Program, options: CompareOptions, seconds: number, signal: AbortSignal) {
  const service = givenServiceSettings(options)
  const emulator = await startTargetEmulator(service)
  const bot = await settingsOf(program, options)
  try {
    const world = explorableWorld(undefined, PEOPLE, service)
    return await exploreConversations({ emulator, bot, world, seconds, seed: SEED, signal })
  } finally {
    await emulator.close()
  }
}

async function settingsOf({ command, cwd }: Program, options: CompareOptions) {
  return { ...botSettings(command, options), cwd, seed: SEED, env: { PORT: String(await findFreePort()) } }
}

function openReports(options: readonly ReporterOption[]) {
  const outputs = withScreenReporter(options).map((each) => ({ ...each, write: openOutput(each.file) }))
  return (result: CompareResult) => {
    for (const { name, file, write } of outputs)
      write(REPORTS[name]?.(result, file === undefined ? paletteFor('stdout') : PLAIN) ?? '')
  }
}
