// `test`: plays scenarios against a bot.

import { Command, Option } from 'commander'
import { httpClient } from '../../client/http-client.ts'
import { Problem } from '../../lib/problem.ts'
import { stopAllBots } from '../../scenario/run/bot-process.ts'
import type { PlaySettings } from '../../scenario/run/play-scenario.ts'
import type { RunEvent, RunResult } from '../../scenario/run/result.ts'
import { run } from '../../scenario/run/run.ts'
import type { Venue } from '../../scenario/run/venue.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import { EXIT } from '../exit-codes.ts'
import { KNOWN } from '../known.ts'
import { say } from '../say.ts'
import { folder, jsonFile, listed, shard, span, wholeNumber } from '../settings/options.ts'
import { chooseScenarios } from '../testing/choose-scenarios.ts'
import { nextChange } from '../testing/next-change.ts'
import { openVenue } from '../testing/open-venue.ts'
import { outputFile } from '../testing/output-file.ts'
import { listeners, type ReportTo, reporterIn } from '../testing/report-to.ts'
import { type FoundCorrection, updateFiles } from '../testing/update-files.ts'

interface TestOptions {
  bot?: string
  tokenName: string
  urlName: string
  restart?: 'each'
  startup: number
  against?: string
  parallel: number
  shard?: { index: number; count: number }
  grep?: string
  tag?: string[]
  bail?: boolean
  retries: number
  timeout: number
  patience: number
  strict?: boolean
  reporter?: ReportTo[]
  advice: boolean | 'error'
  coverage?: boolean | string
  update?: true | 'ask' | 'all'
  watch?: true | string
}

export function testCommand(): Command {
  return new Command('test')
    .argument('[files...]', 'scenario files, folders or patterns', [])
    .option('--bot <command>', 'starts the bot')
    .option('--token-name <name>', 'the variable in which the bot finds its token', 'BOT_TOKEN')
    .option('--url-name <name>', 'the variable in which it finds the root of the API', 'BOT_API_URL')
    .option('--startup <time>', 'how long it may take until it listens', span, 15)
    .addOption(new Option('--restart <when>', 'starts the bot anew for each scenario').choices(['each']))
    .option('--against <url>', 'plays on a running emulator, one after the other; its world goes')
    .option('--parallel <n>', 'plays so many at once, each on an emulator of its own', wholeNumber(1), 1)
    .option('--shard <i/n>', 'plays the files of one machine of several', shard)
    .option('--grep <pattern>', 'plays only those with such a name')
    .option('--tag <tag>', 'plays only those with this tag; repeatable', listed)
    .option('--bail', 'stops at the first failure')
    .option('--retries <n>', 'plays a failed one again, so many times', wholeNumber(0), 0)
    .option('--timeout <time>', 'the longest a scenario may take', span, 60)
    .option('--patience <time>', 'how long an expectation waits unless it says so', span, 5)
    .option('--strict', 'a call that nobody expected fails')
    .option('--reporter <name[=file]>', 'human, tap, junit, json, github or html; repeatable', reporterIn)
    .option('--advice <kind>', 'error: advice fails the run')
    .option('--no-advice', 'gives no advice')
    .option('--coverage [file]', 'tells what was exercised, as a table or as JSON into a file', jsonFile)
    .addOption(
      new Option('--update [how]', 'expects what the bot answers now, after asking; all: without asking').choices([
        'ask',
        'all',
      ]),
    )
    .option('--watch [folder]', 'plays again when a file below changes; here unless told', folder)
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
  requireBot(options)
  const off = stopBotsOnSignal()
  try {
    if (options.watch) return await watch(patterns, options)
    if (options.update) await update(patterns, options)
    return await once(patterns, options)
  } finally {
    off()
  }
}

async function once(patterns: string[], options: TestOptions): Promise<number> {
  const { scenarios } = chooseScenarios(patterns, options)
  const notify = listeners(options.reporter ?? [], options.coverage === true)
  const writeCoverage = typeof options.coverage === 'string' ? outputFile(options.coverage) : undefined
  const result = await play(scenarios, options, (event) => {
    for (const each of notify) each(event)
  })
  writeCoverage?.(`${JSON.stringify(result.coverage, null, 2)}\n`)
  return exitCode(result, options)
}

async function watch(patterns: string[], options: TestOptions): Promise<never> {
  for (;;) {
    await once(patterns, options).catch(say)
    process.stdout.write('\nWaiting for a file to change; Ctrl-C ends it.\n')
    process.stdout.write(`${await nextChange(options.watch === true ? '.' : options.watch!)} has changed.\n\n`)
  }
}

/** One difference of an expectation is seen at a time: again, until there is none or nobody wants it. */
async function update(patterns: string[], options: TestOptions) {
  const done = { changed: new Set<string>(), left: new Set<string>() }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const corrections: FoundCorrection[] = []
    const { scenarios } = chooseScenarios(patterns, options)
    await play(
      scenarios,
      { ...options, advice: false },
      () => {},
      (step, { path, ...mismatch }) => {
        corrections.push({ place: step.at, path: [...step.path, step.word], at: path, ...mismatch })
      },
    )
    if (!corrections.length || !(await updateFiles(corrections, options.update === 'all' ? 'all' : 'ask', done))) return
  }
}

const MAX_ROUNDS = 20

async function play(
  scenarios: readonly Scenario[],
  options: TestOptions,
  notify: (event: RunEvent) => void,
  onMismatch?: PlaySettings['onMismatch'],
): Promise<RunResult> {
  const { bot: command, tokenName, urlName, restart, startup, against, reporter = [], timeout, patience } = options
  return run(
    scenarios,
    {
      openVenue: against === undefined ? openVenue : () => elsewhere(against),
      bot: { ...(command !== undefined && { command }), tokenName, urlName, restartEach: restart === 'each', startup },
      play: {
        timeout,
        patience,
        strict: options.strict ?? false,
        pictures: reporter.some(({ name }) => name === 'html'),
        ...(onMismatch && { onMismatch }),
      },
      parallel: against === undefined ? options.parallel : 1,
      bail: options.bail ?? false,
      retries: options.retries,
      advice: options.advice !== false,
      known: KNOWN,
    },
    notify,
  )
}

async function elsewhere(url: string): Promise<Venue> {
  const client = httpClient(url)
  const { base_url } = await client.health()
  return { client, url: base_url, close: async () => {} }
}

function requireBot({ bot, against }: TestOptions) {
  if (bot !== undefined || against !== undefined) return
  throw new Problem(
    'bad-option',
    'Which bot is to be played with?',
    'Give the command that starts it: --bot "node bot.js"',
  )
}

function exitCode({ scenarios, advice }: RunResult, options: TestOptions): number {
  const failed =
    scenarios.some(({ status }) => status === 'failed') || (options.advice === 'error' && advice.length > 0)
  return failed ? EXIT.failed : EXIT.fine
}

const SIGNALS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const

/** Nothing that was started stays behind. */
function stopBotsOnSignal(): () => void {
  const stops = Object.entries(SIGNALS).map(([signal, number]) => {
    const stop = () => void stopAllBots().finally(() => process.exit(128 + number))
    process.once(signal, stop)
    return () => process.off(signal, stop)
  })
  return () => {
    for (const off of stops) off()
  }
}
