// Says in plain lines what a run brought: failures, totals, advice, coverage.

import { callText } from '../../describe/call.ts'
import { plural, sanitizeLine } from '../../describe/text.ts'
import { formatSpan } from '../../describe/time.ts'
import { PLAIN } from '../../lib/colours.ts'
import type { Coverage } from '../coverage.ts'
import { placeText } from '../place-in-file.ts'
import { errorIn } from '../run/bot/read-error.ts'
import type { Failure, RunResult, ScenarioResult } from '../run/result.ts'
import { sceneLines } from '../run/scene.ts'

const MAX_LINES = 20

/** Returns everything that explains a failure, the most important first. */
export function failureLines(result: ScenarioResult): string[] {
  const { failure, scene, calls } = result
  if (!failure) return []
  const refused = calls.filter((call) => !call.ok).map((call) => callText(call))
  return [
    ...failureHead(result),
    ...block('What people saw:', sceneLines(scene)),
    ...block(
      'Refused calls:',
      refused.filter((line) => !failure.details.includes(line)),
    ),
    ...outputLines(result),
  ]
}

/** Returns what went wrong, for a report that shows the conversation and the calls by itself. */
export function failureHead({ failure, output }: ScenarioResult): string[] {
  if (!failure) return []
  const { at, step, message, details, frame = [] } = failure
  return [placeText(at), `  ${step}`, message, ...details, ...errorLines(failure, output), ...block('', frame)]
}

/** Returns the last error that the bot wrote, with the lines of its own code. */
function errorLines({ message }: Failure, output: readonly string[]): string[] {
  const error = errorIn(output)
  if (!error) return []
  const isSaid = message.startsWith(error.message)
  const lines = [...(isSaid ? [] : [error.message]), ...error.frames.map((frame) => `  ${frame.trim()}`)]
  return lines.length ? ['The bot wrote:', ...lines.map((line) => `  ${line}`)] : []
}

/** Returns the other output of the bot. */
export function outputLines({ output }: ScenarioResult): string[] {
  const error = errorIn(output)
  const said = new Set(error ? [error.message, ...error.frames.map((frame) => frame.trim())] : [])
  return block(
    'The last the bot wrote:',
    output.filter((line) => !said.has(line.trim())),
  )
}

function block(title: string, lines: readonly string[]): string[] {
  if (!lines.length) return []
  const last = lines.slice(-MAX_LINES)
  const left = lines.length - last.length
  return [
    '',
    ...(title ? [title] : []),
    ...(left ? [`  … ${left} more before`] : []),
    ...last.map((line) => `  ${line}`),
  ]
}

export function counts({ scenarios }: RunResult) {
  const of = (status: string) => scenarios.filter((each) => each.status === status).length
  const flaky = scenarios.filter((each) => each.flaky).length
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped'), unplayed: of('unplayed'), flaky }
}

export function summaryLine(run: RunResult, paint = PLAIN): string {
  const { passed, failed, skipped, unplayed, flaky } = counts(run)
  const parts = [
    failed && paint('bad', `${failed} failed`),
    passed ? paint('good', `${passed} passed`) : '0 passed',
    flaky && paint('notice', `${flaky} flaky`),
    skipped && paint('notice', `${skipped} skipped`),
    unplayed && !run.bailed && paint('bad', `${unplayed} not played`),
    run.bailed && paint('notice', 'stopped at the first failure'),
    run.failure && paint('bad', 'failed after the last step'),
  ]
  return `${parts.filter(Boolean).join(', ')} ${paint('aside', `(${formatSpan(run.duration_ms / 1000)})`)}`
}

/** Returns what is wrong with the run as a whole, each with a title and its details. */
export function troubleLines({ stopped, failure }: RunResult): string[] {
  return [
    ...(stopped ? ['Not all was played:', stopped.message, ...stopped.details] : []),
    ...(failure ? ['After the last step:', failure.message, ...failure.details] : []),
  ]
}

export const isNotPlayed = ({ status }: ScenarioResult) => status === 'skipped' || status === 'unplayed'

export const flakyText = ({ attempts }: ScenarioResult) => `flaky: passed at the ${ordinal(attempts)} time`

const ordinal = (n: number) => `${n}${['th', 'st', 'nd', 'rd'][n] ?? 'th'}`

export function adviceLines({ advice }: RunResult): string[] {
  return advice.map(({ kind, message, scenario, seen }) => {
    const where = scenario === undefined ? '' : ` In "${scenario}"${seen > 1 ? ` and ${seen - 1} more` : ''}.`
    return `${kind}: ${message}${where}`
  })
}

/** Returns the operations that had no effect because they are lenient, and how often they were called. */
export function lenientLines({ scenarios }: RunResult): string[] {
  const counts = new Map<string, number>()
  for (const { method, lenient } of scenarios.flatMap(({ calls }) => calls)) {
    if (lenient) counts.set(method, (counts.get(method) ?? 0) + 1)
  }
  return [...counts].map(([method, count]) => `Lenient, so without effect: ${method} (${plural(count, 'call')}).`)
}

const KINDS = [
  ['operations', 'operations'],
  ['update_types', 'update types'],
  ['errors', 'documented errors'],
  ['buttons', 'buttons shown'],
] as const

/** Returns how much of each kind was used, and what was not. */
export function coverageLines(coverage: Coverage): string[] {
  return KINDS.flatMap(([kind, title]) => {
    const all = coverage[kind]
    const seen = all.filter(({ count }) => count > 0)
    const share = all.length ? `${seen.length} of ${all.length}` : 'none'
    const missing = all.filter(({ count }) => count === 0)
    return [
      `${title}: ${share}`,
      ...seen.map(({ name, count }) => `  used     ${sanitizeLine(name)} × ${count}`),
      ...missing.map(({ name }) => `  not yet  ${sanitizeLine(name)}`),
    ]
  })
}
