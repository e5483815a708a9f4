// `compare`: plays conversations with two versions of a bot.

import { Command, Option } from 'commander'
import { paletteFor } from '../../lib/colours.ts'
import { Problem } from '../../lib/problem.ts'
import { openVersion } from '../../testing/compare/live-version.ts'
import { githubCompareReport, humanCompareReport, jsonCompareReport } from '../../testing/compare/report.ts'
import { type CompareResult, runCompare, type Version } from '../../testing/compare/run-compare.ts'
import { EXIT } from '../exit-codes.ts'
import { examples } from '../help.ts'
import { openOutputFile } from '../print/output-file.ts'
import { type BotFlags, resetOption, startupOption, withBotOptions } from '../settings/bot-options.ts'
import { appendValue, parseBotCommand, parseSeconds, parseSecondsAboveZero } from '../settings/option-values.ts'
import { givenServiceSettings, type ServiceFlags, withServiceOptions } from '../settings/service-options.ts'
import { chooseScenarios } from '../test/choose-scenarios.ts'
import { type ReporterOption, reporterParser, withScreenReporter } from '../test/reporters.ts'
import { stopOnSignal } from '../test/stop-on-signal.ts'
import { findFreePort, startTargetEmulator } from '../test/target-emulator.ts'

interface CompareOptions extends ServiceFlags, BotFlags {
  bot: string
  baseline?: string
  reset?: string
  grep?: string
  tag?: string[]
  timeout: number
  patience: number
  reporter?: ReporterOption[]
}

const REPORTS: Readonly<Record<string, (result: CompareResult) => string>> = {
  human: (result) => humanCompareReport(result),
  json: jsonCompareReport,
  github: githubCompareReport,
}

export function command(): Command {
  const command = new Command('compare')
    .argument('[files...]')
    .optionsGroup('Bot:')
    .requiredOption('--bot <command>', 'the command that starts the bot', parseBotCommand)
    .option('--baseline <command>', 'the command of the version to compare with', parseBotCommand)
    .addOption(resetOption())
    .addOption(startupOption())
  withBotOptions(command)
    .optionsGroup('Select:')
    .option('--grep <pattern>', 'plays scenarios whose names match this regular expression')
    .option('--tag <tag>', 'plays scenarios with this tag; repeatable', appendValue)
    .optionsGroup('Run:')
    .addOption(
      new Option('--timeout <time>', 'the time limit of a conversation')
        .default(60, '60 s')
        .argParser(parseSecondsAboveZero),
    )
    .addOption(
      new Option('--patience <time>', 'how long the bot may work on a step').default(5, '5 s').argParser(parseSeconds),
    )
    .optionsGroup('Report:')
    .option('--reporter <name[=file]>', 'human, json or github; repeatable', reporterParser(Object.keys(REPORTS)))
  return withServiceOptions(command)
    .addHelpText(
      'after',
      examples('docs/compare.md', 'compare scenarios --baseline "node old.mjs" --bot "node new.mjs"'),
    )
    .action(async (files: string[], options: CompareOptions) => {
      process.exitCode = await run(files, options)
    })
}

async function run(patterns: string[], options: CompareOptions): Promise<number> {
  const { baseline } = options
  if (baseline === undefined) throw noBaselineProblem()
  const scenarios = chooseScenarios(patterns, options).filter(({ skip }) => skip === undefined)
  const report = openReports(options.reporter ?? [])
  const stopping = stopOnSignal()
  const versions: Version[] = []
  const open = async (command: string) => {
    const version = await openLive(command, options, stopping.signal)
    versions.push(version)
    return version
  }
  try {
    const sides = { before: await open(baseline), after: await open(options.bot), signal: stopping.signal }
    const result = await runCompare(scenarios, sides, () => {})
    report(result)
    return result.groups.length ? EXIT.failed : EXIT.success
  } catch (error) {
    const code = stopping.exitCode()
    if (code === undefined) throw error
    return code
  } finally {
    stopping.removeListener()
    await Promise.all(versions.map((version) => version.close()))
  }
}

async function openLive(command: string, options: CompareOptions, signal: AbortSignal): Promise<Version> {
  const { tokenName, urlName, startup, botClock: clock, reset, patience, timeout } = options
  const env = { PORT: String(await findFreePort()) }
  const bot = { command, tokenName, urlName, startup, clock, reset, env }
  return openVersion(await startTargetEmulator(givenServiceSettings(options)), bot, { patience, timeout, signal })
}

function noBaselineProblem(): Problem {
  const hint = 'Pass the command of an older version: --baseline "node old.js"'
  return new Problem('bad-option', 'There is nothing to compare the bot with.', hint)
}

function openReports(options: readonly ReporterOption[]) {
  const outputs = withScreenReporter(options).map(({ name, file }) => {
    const write = file === undefined ? (text: string) => void process.stdout.write(text) : openOutputFile(file)
    if (name === 'human' && file === undefined)
      return (result: CompareResult) => write(humanCompareReport(result, paletteFor('stdout')))
    return (result: CompareResult) => write(REPORTS[name]?.(result) ?? '')
  })
  return (result: CompareResult) => {
    for (const output of outputs) output(result)
  }
}
