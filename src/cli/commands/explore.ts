// `explore`: tests a bot with random actions, and writes each failure as a scenario file.

import { join } from 'node:path'
import { readInput, replaceFile } from '../../lib/files.ts'
import { Problem } from '../../lib/problem.ts'
import { plural, safeJson, sanitizeLine } from '../../lib/safe-text.ts'
import { SEED_VARIABLE } from '../../lib/seeded-random.ts'
import { explorableWorld } from '../../testing/explore/explorable-world.ts'
import { type ExploreEvent, type ExploreResult, explore, type Progress } from '../../testing/explore/explore.ts'
import type { Finding } from '../../testing/explore/investigate.ts'
import { FORMER_KINDS, JUDGES, type Judges, PROPERTY } from '../../testing/explore/judges/kinds.ts'
import type { Judge } from '../../testing/explore/judges/suspicion.ts'
import { mapPage } from '../../testing/explore/map.ts'
import { type Properties, propertiesSchema, propertyJudge } from '../../testing/explore/properties.ts'
import { createTally } from '../../testing/scenarios/coverage.ts'
import { mistakesProblem } from '../../testing/scenarios/read/mistake.ts'
import { readSource } from '../../testing/scenarios/read/source.ts'
import { htmlReport } from '../../testing/scenarios/report/html.ts'
import type { PlayOutcome } from '../../testing/scenarios/run/play-scenario.ts'
import { define } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { requireFolder } from '../print/output-file.ts'
import { ERASE_LINE } from '../print/streams.ts'
import { stoppable } from '../running/stop-on-signal.ts'
import { choosePort, startTargetEmulator } from '../running/target-emulator.ts'
import { botSettings, PROGRAM_OPTIONS, RESET, STARTUP } from '../settings/bot-options.ts'
import { group, type OptionsOf, option, required, usually } from '../settings/option.ts'
import { appendValue, parseBotCommand, parseSecondsAboveZero, parseWholeNumber } from '../settings/option-values.ts'
import { readWorldFile } from '../settings/read-world-file.ts'
import { givenServiceSettings, SERVICE_OPTIONS } from '../settings/service-options.ts'
import { readScenario } from '../test/choose-scenarios.ts'

const DEFAULT_SECONDS = 60

const OPTIONS = [
  ...group('Bot:', [
    required(option('--bot <command>', 'the command that starts the bot', parseBotCommand)),
    STARTUP,
    RESET,
    ...PROGRAM_OPTIONS,
  ]),
  ...group('People:', [
    usually(
      option('--for <time>', 'how long to explore', parseSecondsAboveZero),
      DEFAULT_SECONDS,
      `${DEFAULT_SECONDS} s`,
    ),
    usually(option('--seed <n>', 'chooses the random actions', parseWholeNumber(0)), 1),
    usually(option('--people <n>', 'the number of simulated people', parseWholeNumber(1)), 3),
    option('--world <file>', 'a YAML or JSON file with the people, the bot and the groups'),
  ]),
  ...group('Report:', [
    usually(option('--out <folder>', 'the folder for the scenarios of the failures'), 'explored'),
    option(
      '--include <kind>',
      `reports only ${[...Object.keys(JUDGES), PROPERTY].join(', ')}; repeatable`,
      appendValue,
    ),
    option('--exclude <kind>', "doesn't report failures of this kind; repeatable", appendValue),
    option('--properties <file>', 'a YAML file with rules that the bot must follow'),
    option('--map', 'writes a page with the states of the bot'),
    option('--json', 'prints each failure as a line of JSON'),
  ]),
  ...SERVICE_OPTIONS,
] as const
export type ExploreOptions = OptionsOf<typeof OPTIONS>

export const command = define({
  options: OPTIONS,
  page: 'docs/explore.md',
  examples: ['explore --bot "node bot.mjs"', 'explore --bot "python3 bot.py" --for 5m --seed 7'],
  run,
})

function run(options: ExploreOptions): Promise<number> {
  return stoppable(async (signal) => {
    const report = createReport(options)
    const result = await exploreBot(options, signal, report.notify)
    report.end(result)
    return result.found.length ? EXIT.failed : EXIT.success
  })
}

export async function exploreBot(
  options: ExploreOptions,
  signal: AbortSignal,
  notify: (event: ExploreEvent) => void,
): Promise<ExploreResult & { pages: string[] }> {
  const judges = chosenJudges(options)
  const service = givenServiceSettings(options)
  const given = options.world === undefined ? undefined : readWorldFile(options.world)
  const world = explorableWorld(given, options.people, service)
  requireFolder(options.out)
  const emulator = await startTargetEmulator(service)
  const { seed, out } = options
  const env = { PORT: await choosePort(), [SEED_VARIABLE]: String(seed) }
  const bot = { ...botSettings(options.bot, options), env }
  const played: PlayOutcome[] = []
  try {
    const settings = { emulator, bot, world, seconds: options.for, seed, judges, out, readScenario, signal }
    const result = await explore(settings, (event) => {
      if (event.type === 'finding') played.push(event.played)
      notify(event)
    })
    return { ...result, pages: writePages(options, result, played) }
  } finally {
    await emulator.close()
  }
}

function chosenJudges({ include, exclude, properties }: ExploreOptions): Judges {
  const judges: Record<string, Judge> = {
    ...(properties !== undefined && { [PROPERTY]: propertyJudge(readProperties(properties)) }),
    ...JUDGES,
  }
  const kindsOf = (values: readonly string[] = []) =>
    values.flatMap((value) => value.split(',')).map((kind) => checkKind(kind.trim(), Object.keys(judges)))
  const included = include && kindsOf(include).map((kind) => (FORMER_KINDS.includes(kind) ? 'crash' : kind))
  const excluded = kindsOf(exclude)
  const chosen = Object.entries(judges).filter(
    ([kind]) => included?.includes(kind) !== false && !excluded.includes(kind),
  )
  if (chosen.length) return new Map(chosen)
  const hint = 'Remove at least one --exclude flag.'
  throw new Problem('bad-option', '--exclude leaves no kind of failure to look for.', hint)
}

function checkKind(kind: string, kinds: readonly string[]): string {
  if (FORMER_KINDS.includes(kind))
    process.stderr.write(`The kind ${kind} no longer exists. A bot that never becomes idle is reported as crash.\n`)
  else if (kind === PROPERTY && !kinds.includes(kind))
    throw new Problem('bad-option', 'There are no properties to look at.', 'Pass your rules with --properties.')
  else if (!kinds.includes(kind))
    throw new Problem('bad-option', `Unknown kind of failure "${kind}".`, `The kinds are ${kinds.join(', ')}.`)
  return kind
}

function readProperties(file: string): Properties {
  const text = readInput(file, 'bad-setting', 'Pass a YAML file with --properties.').toString()
  const source = readSource(file, text)
  if (Array.isArray(source)) throw mistakesProblem('bad-setting', source)
  const parsed = propertiesSchema.safeParse(source.value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const hint = 'A file of properties contains the lists `always` and `after`. See docs/explore.md.'
  throw new Problem('bad-option', `${file}: ${issue?.path.join('.')}: ${issue?.message}.`, hint)
}

const PROGRESS_SECONDS = 10

function createReport({ json, out }: ExploreOptions) {
  const isTerminal = process.stderr.isTTY === true
  let shownSeconds = -1
  const note = (line: string) => process.stderr.write(`${isTerminal ? ERASE_LINE : ''}${line}`)
  return {
    notify(event: ExploreEvent) {
      if (event.type === 'finding') {
        const { kind, file } = event.finding
        note(`Found: ${kind}, ${file}\n`)
        if (json) process.stdout.write(`${safeJson(event.finding)}\n`)
        return
      }
      const { seconds } = event.progress
      if (seconds < shownSeconds + (isTerminal ? 1 : PROGRESS_SECONDS)) return
      shownSeconds = seconds
      note(`${progressText(event.progress)}${isTerminal ? '' : '\n'}`)
    },
    end({ pages, ...result }: ExploreResult & { pages: string[] }) {
      note('')
      if (json) return
      const [played = '', heading = '', ...notes] = summaryLines(result, out)
      const findings = result.found.map(findingText)
      const lines = [played, heading, ...(findings.length ? ['', ...findings, ''] : []), ...notes, ...pages]
      process.stdout.write(`${lines.join('\n')}\n`)
    },
  }
}

/** Returns a line for each page that it has written. */
function writePages({ out, map }: ExploreOptions, result: ExploreResult, played: readonly PlayOutcome[]): string[] {
  const write = (name: string, about: string, content: string) => {
    replaceFile(join(out, name), content)
    return `A page with ${about}: ${join(out, name)}`
  }
  const mapOf = () => mapPage(result.memory, summaryLines(result, out))
  return [
    ...(played.length ? [write('findings.html', 'the conversation of each failure', findingsPage(played))] : []),
    ...(map ? [write('map.html', "the map of the bot's states", mapOf())] : []),
  ]
}

export const progressText = ({ seconds, states, findings }: Progress) =>
  `${seconds} s, ${plural(states, 'state')}, ${plural(findings, 'finding')}`

const findingText = ({ kind, summary, file, steps }: Finding) =>
  `${kind}: ${sanitizeLine(summary)}\n  ${plural(steps, 'step')}: ${file}`

function findingsPage(played: readonly PlayOutcome[]): string {
  const tally = createTally()
  for (const { events } of played) tally.add(events)
  const scenarios = played.map(({ result }) => result)
  const duration_ms = scenarios.reduce((sum, result) => sum + result.duration_ms, 0)
  const started = Math.min(...scenarios.map((result) => result.started))
  const coverage = tally.coverage()
  return htmlReport({ scenarios, started, duration_ms, advice: [], coverage, bailed: false, notes: [] })
}

const summaryLines = (
  { found, moves, states, seconds, unconfirmed, lacking }: ExploreResult,
  out: string,
): string[] => [
  `Played ${plural(moves, 'action')} in ${seconds} s and saw ${plural(states, 'state')}.`,
  found.length ? `Found ${plural(found.length, 'failure')}; the scenarios are in ${out}:` : 'Found no failures.',
  ...unconfirmed.map((summary) => `Not reported, because it did not happen again: ${sanitizeLine(summary)}`),
  ...[...lacking].map(
    ([operation, count]) =>
      `The service lacks the operation ${operation}, which the bot called ${plural(count, 'time')}. Try --lenient ${operation}.`,
  ),
]
