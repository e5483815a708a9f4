// `test` and `explore`: test a bot with scenarios or with random input.

import * as z from 'zod'
import type { CallView } from '../../../control/contract/traffic.ts'
import { outputExcerpt } from '../../../control/describe/bot-output.ts'
import { callsByStep } from '../../../control/describe/call.ts'
import { Problem } from '../../../lib/problem.ts'
import { excerpt, safeJson } from '../../../lib/safe-text.ts'
import type { Finding } from '../../../testing/explore/investigate.ts'
import { counts } from '../../../testing/scenarios/report/lines.ts'
import type { RunResult, ScenarioResult } from '../../../testing/scenarios/run/result.ts'
import { optionsOf } from '../../settings/settings.ts'
import { callLine, newestLines, quoteExcerpt } from '../answer-text.ts'
import { pathBelow } from '../paths.ts'
import { HINTS, type Host, hostTool } from '../tool.ts'

export const botParams = {
  bot: z.string().min(1).optional().describe('the command that starts the bot, such as: node bot.mjs'),
  lenient: z
    .array(z.string())
    .default([])
    .describe('operations that the service lacks; the emulator answers them with true'),
}

interface BotParams {
  bot?: string | undefined
  lenient: string[]
}

/** Returns the bot's command and what is lenient, as options of a command. */
export function botOptions(host: Host, { bot = host.bot, lenient }: BotParams) {
  if (host.bot !== undefined && bot !== host.bot) {
    throw new Problem(
      'bot-fixed',
      'This MCP server was started with --bot, so the agent cannot choose the command that starts the bot.',
      'Omit the parameter `bot`.',
    )
  }
  return { ...(bot !== undefined && { bot }), ...(lenient.length && { lenient }) }
}

export const test = hostTool({
  name: 'test',
  description:
    'Plays scenarios against the bot, each on a new world in memory, and returns the counts and each failure as JSON; for one scenario, also its steps and the calls after each step.',
  params: z.strictObject({
    ...botParams,
    files: z.array(z.string()).default([]).describe('scenario files or folders; by default, all in this folder'),
    grep: z.string().optional().describe('only scenarios whose names match this regular expression'),
  }),
  hints: HINTS.runsPrograms,
  async answer(host, { files, grep, ...params }, { signal, report }) {
    const { command, playAndNotify } = await import('../../commands/test.ts')
    const options = await optionsOf(command, { ...botOptions(host, params), grep })
    let ended: RunResult | undefined
    const played = playAndNotify(files.map(pathBelow), options, signal, (event) => {
      if (event.type === 'result') report(`${event.result.status}: ${cut(event.result.name)}`)
      if (event.type === 'end') ended = event.result
    })
    // A run that could not go on fails after its end.
    const result = await played.catch((error: unknown) => {
      if (ended) return ended
      throw error
    })
    return safeJson(summaryOf(result))
  },
})

/** The maximum number of characters for failures with details. Any further failures are listed only by name. */
const MAX_CHARACTERS = 3000
const MAX_ITEMS = 5
const MAX_TEXT = 300

function summaryOf(result: RunResult) {
  const { scenarios, advice, stopped, failure } = result
  const { passed, failed, skipped, unplayed } = counts(result)
  const failures = scenarios.filter(({ status }) => status === 'failed')
  const described: object[] = []
  let size = 0
  for (const each of failures) {
    const description = describeFailure(each)
    size += JSON.stringify(description).length
    if (described.length && size > MAX_CHARACTERS) break
    described.push(scenarios.length === 1 ? { ...description, steps: stepsOf(each) } : description)
  }
  const others = failures.slice(described.length).map(({ name }) => cut(name))
  return {
    passed,
    failed,
    ...(skipped && { skipped }),
    ...(unplayed && { unplayed }),
    failures: described,
    ...(others.length && { other_failures: others.slice(0, MAX_ITEMS) }),
    ...(stopped && { stopped: cutAll([stopped.message, ...stopped.details]) }),
    ...(failure && { after_last_step: cutAll([failure.message, ...failure.details]) }),
    ...(advice.length && { advice: cutAll(advice.map(({ kind, message }) => `${kind}: ${message}`)) }),
  }
}

function describeFailure({ name, failure, at, calls, output }: ScenarioResult) {
  const { file, line } = failure?.at ?? at
  const nearest = failure?.nearest
  return {
    scenario: cut(name),
    at: `${file}:${line}`,
    ...(failure && { step: cut(failure.step), message: cut(failure.message), details: cutAll(failure.details) }),
    ...(nearest && {
      nearest: {
        call: cut(callLine(nearest.call)),
        path: nearest.path,
        expected: cutValue(nearest.expected),
        actual: cutValue(nearest.actual),
      },
    }),
    refused: cutAll(calls.filter(({ ok }: CallView) => !ok).map(callLine)),
    output: outputExcerpt(output, MAX_ITEMS).map(cut),
  }
}

const MAX_STEP_LINES = 30
const MAX_STEP_TEXT = 120

/** Returns each step and, below it, the calls that the bot then made. */
function stepsOf(result: ScenarioResult): string[] {
  const calls = callsByStep(result)
  return result.steps
    .flatMap(({ status, text }, i) => [`${status}: ${text}`, ...(calls[i] ?? []).map((call) => `- ${callLine(call)}`)])
    .slice(-MAX_STEP_LINES)
    .map((line) => excerpt(line, MAX_STEP_TEXT))
}

const cut = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)
const cutAll = (texts: readonly string[]) => texts.slice(0, MAX_ITEMS).map(cut)

/** Returns a value unchanged, or the beginning of its JSON text if that text is long. */
function cutValue(value: unknown): unknown {
  const json = JSON.stringify(value) ?? ''
  return json.length > MAX_TEXT ? cut(json) : value
}

/** The folder in which an exploration writes each failure as a scenario. */
const FOLDER = 'explored'
const MAX_SECONDS = 600

export const explore = hostTool({
  name: 'explore',
  description: `Performs random actions of people for some seconds, and writes each failure of the bot as a scenario into ${FOLDER}/, for \`test\`.`,
  params: z.strictObject({
    ...botParams,
    seconds: z
      .int()
      .min(1)
      .max(MAX_SECONDS)
      .default(30)
      .describe('the number of seconds to explore; confirming a failure adds up to 20 s'),
    seed: z.int().min(0).default(1).describe('the seed of the random actions'),
    world: z.string().optional().describe('a world file with people, bot and groups'),
  }),
  hints: HINTS.runsPrograms,
  async answer(host, { seconds, seed, world, ...params }, { signal, report }) {
    const { command, exploreBot, progressText } = await import('../../commands/explore.ts')
    const options = await optionsOf(command, {
      ...botOptions(host, params),
      for: seconds,
      seed,
      out: pathBelow(FOLDER),
      world: world && pathBelow(world),
    })
    let shown = -1
    const { found } = await exploreBot(options, signal, (event) => {
      if (event.type === 'finding' || event.progress.seconds === shown) return
      shown = event.progress.seconds
      report(progressText(event.progress))
    })
    const lines = found.length ? found.map(findingLine) : [`No failure found in ${seconds} s with seed ${seed}.`]
    return newestLines(lines, `read ${FOLDER}/`)
  },
})

const findingLine = ({ kind, summary, file, steps }: Finding) =>
  `${kind}: ${quoteExcerpt(summary)}, ${steps} steps: ${file}`
