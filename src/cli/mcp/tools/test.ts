// `test` and `explore`: test a bot with scenarios or with random input.

import * as z from 'zod'
import type { CallView } from '../../../control/contract/traffic.ts'
import { outputExcerpt } from '../../../control/describe/bot-output.ts'
import { callsByStep } from '../../../control/describe/call.ts'
import { Problem } from '../../../lib/problem.ts'
import { excerpt, safeJson } from '../../../lib/safe-text.ts'
import type { Finding } from '../../../testing/explore/investigate.ts'
import type { RunResult, ScenarioResult } from '../../../testing/scenarios/run/result.ts'
import { EXIT } from '../../exit-codes.ts'
import { callLine, newestLines, quoteExcerpt } from '../answer-text.ts'
import { pathBelow } from '../paths.ts'
import { commandProblem, flagsFrom, runCommand } from '../run-command.ts'
import { HINTS, type Host, hostTool } from '../tool.ts'

export const botParams = {
  bot: z.string().min(1).optional().describe('the command that starts the bot, such as: node bot.mjs'),
  lenient: z
    .array(z.string())
    .default([])
    .describe('operations that the service lacks; the emulator answers them with true'),
}

export function botFlags(
  host: Host,
  { bot = host.bot, lenient }: { bot?: string; lenient: readonly string[] },
): string[] {
  if (host.bot !== undefined && bot !== host.bot) {
    throw new Problem(
      'bot-fixed',
      'This MCP server was started with --bot, so the agent cannot choose the command that starts the bot.',
      'Omit the parameter `bot`.',
    )
  }
  return flagsFrom({ bot, lenient })
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
  async answer(host, { files, grep, ...flags }, call) {
    const ownFlags = flagsFrom({ reporter: 'json', grep })
    const args = ['test', ...ownFlags, ...botFlags(host, flags), '--', ...files.map(pathBelow)]
    const result = await runCommand(args, call)
    const report = reportIn(result.stdout)
    if (!report) throw commandProblem(result)
    return safeJson(summaryOf(report))
  },
})

type Report = RunResult & Record<'passed' | 'failed' | 'skipped' | 'unplayed', number>

/** Parses the report of `bot-emulator test`. Returns undefined if wrong arguments or files prevented a report. */
function reportIn(stdout: string): Report | undefined {
  return stdout.startsWith('{') ? JSON.parse(stdout) : undefined
}

/** The maximum number of characters for failures with details. Any further failures are listed only by name. */
const MAX_CHARACTERS = 3000
const MAX_ITEMS = 5
const MAX_TEXT = 300

function summaryOf({ scenarios, advice, stopped, failure, passed, failed, skipped, unplayed }: Report) {
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
  async answer(host, { seconds, seed, world, ...flags }, call) {
    const ownFlags = flagsFrom({
      for: seconds,
      seed,
      out: pathBelow(FOLDER),
      json: true,
      world: world && pathBelow(world),
    })
    const result = await runCommand(['explore', ...ownFlags, ...botFlags(host, flags)], call)
    if (result.code !== EXIT.success && result.code !== EXIT.failed) throw commandProblem(result)
    const findings = result.stdout.split('\n').filter(Boolean).map(findingLine)
    const lines = findings.length ? findings : [`No failure found in ${seconds} s with seed ${seed}.`]
    return newestLines(lines, `read ${FOLDER}/`)
  },
})

function findingLine(json: string): string {
  const { kind, summary, file, steps }: Finding = JSON.parse(json)
  return `${kind}: ${quoteExcerpt(summary)}, ${steps} steps: ${file}`
}
