// `test` and `explore`: test a bot with scenarios or with random input.

import * as z from 'zod'
import type { CallView } from '../../../control/contract/traffic.ts'
import { outputExcerpt } from '../../../control/describe/bot-output.ts'
import { Problem } from '../../../lib/problem.ts'
import { excerpt, safeJson } from '../../../lib/safe-text.ts'
import type { Finding } from '../../../testing/explore/investigate.ts'
import { counts } from '../../../testing/scenarios/report/lines.ts'
import { callsByStep, type RunResult, type ScenarioResult } from '../../../testing/scenarios/run/result.ts'
import { optionsOf } from '../../settings/settings.ts'
import { callLine, newestLines, quoteExcerpt } from '../answer-text.ts'
import type { Host } from '../host.ts'
import { pathBelow } from '../paths.ts'
import { HINTS, hostTool } from '../tool.ts'

export const botParams = {
  bot: z.string().min(1).optional().describe('the command that starts the bot, such as: node bot.mjs'),
  lenient: z
    .array(z.string())
    .default([])
    .describe('operations that the service lacks; the emulator answers them with true'),
}

export function botOptions(host: Host, { bot = host.bot, lenient }: z.output<z.ZodObject<typeof botParams>>) {
  if (host.bot !== undefined && bot !== host.bot) {
    const message =
      'This MCP server was started with --bot, so the agent cannot choose the command that starts the bot.'
    const hint = 'Omit the parameter `bot`.'
    throw new Problem('bot-fixed', message, hint)
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

function summaryOf(result: RunResult) {
  const { scenarios, advice, stopped, failure } = result
  const { passed, failed, skipped, unplayed } = counts(result)
  const failures = scenarios.filter(({ status }) => status === 'failed')
  const described: object[] = []
  let room = MAX_CHARACTERS
  for (const each of failures) {
    const description = shortened({ ...describeFailure(each), ...(scenarios.length === 1 && { steps: stepsOf(each) }) })
    room -= JSON.stringify(description).length
    if (described.length && room < 0) break
    described.push(description)
  }
  const others = failures.slice(described.length).map(({ name }) => name)
  return {
    passed,
    failed,
    ...(skipped && { skipped }),
    ...(unplayed && { unplayed }),
    failures: described,
    ...shortened({
      ...(others.length && { other_failures: others }),
      ...(stopped && { stopped: [stopped.message, ...stopped.details] }),
      ...(failure && { after_last_step: [failure.message, ...failure.details] }),
      ...(advice.length && { advice: advice.map(({ kind, message }) => `${kind}: ${message}`) }),
    }),
  }
}

function describeFailure({ name, failure, at, calls, output }: ScenarioResult) {
  const { file, line } = failure?.at ?? at
  const { call, path, expected, actual } = failure?.nearest ?? {}
  return {
    scenario: name,
    at: `${file}:${line}`,
    ...(failure && { step: failure.step, message: failure.message, details: failure.details }),
    ...(call && { nearest: { call: callLine(call), path, expected, actual } }),
    refused: calls.filter(({ ok }: CallView) => !ok).map(callLine),
    output: outputExcerpt(output, MAX_ITEMS),
  }
}

const MAX_STEP_LINES = 30
const MAX_STEP_TEXT = 120

/** Returns each step and, below it, the calls that the bot then made. */
function stepsOf(result: ScenarioResult): string[] {
  const [, ...calls] = callsByStep(result)
  return result.steps
    .flatMap(({ status, text }, i) => [`${status}: ${text}`, ...(calls[i] ?? []).map((call) => `- ${callLine(call)}`)])
    .slice(-MAX_STEP_LINES)
    .map((line) => excerpt(line, MAX_STEP_TEXT))
}

const MAX_ITEMS = 5
const MAX_TEXT = 300

const cut = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)

/** Cuts long texts, lists and values, except the steps. */
function shortened<Value extends object>(value: Value): Value {
  const shorten = (key: string, each: unknown): unknown => {
    if (typeof each === 'string') return cut(each)
    if ((key === 'expected' || key === 'actual') && JSON.stringify(each).length > MAX_TEXT)
      return cut(JSON.stringify(each))
    return Array.isArray(each) && key !== 'steps' ? each.slice(0, MAX_ITEMS) : each
  }
  return JSON.parse(JSON.stringify(value, shorten))
}

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
