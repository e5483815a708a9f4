// Plain-text lines about a run: failures, totals and advice.

import { errorLines, lastLines, linesAroundError } from '../../../control/describe/bot-output.ts'
import { callText } from '../../../control/describe/call.ts'
import { PLAIN } from '../../../lib/colours.ts'
import { plural } from '../../../lib/safe-text.ts'
import { formatSpan } from '../../../lib/time-text.ts'
import { locationText } from '../location.ts'
import {
  type Advice,
  type FaultRow,
  type FaultsReport,
  isLost,
  type RunResult,
  type ScenarioResult,
} from '../run/result.ts'
import { sceneLines } from '../run/scene.ts'

const MAX_LINES = 20

export function failureLines(result: ScenarioResult): string[] {
  const { failure, scene, calls } = result
  if (!failure) return []
  const { at, step, message, frame = [] } = failure
  const refusedCalls = calls.filter((call) => !call.ok).map((call) => callText(call))
  return [
    locationText(at),
    `  ${step}`,
    message,
    ...detailLines(result),
    ...section('', frame),
    ...section('What people saw:', sceneLines(scene)),
    ...section(
      'Refused calls:',
      refusedCalls.filter((line) => !failure.details.includes(line)),
    ),
    ...outputLines(result),
  ]
}

/** Returns the details of a failure, and the error that the bot wrote. */
export function detailLines({ failure, output }: ScenarioResult): string[] {
  if (!failure) return []
  const error = errorLines(output, failure.message).map((line) => `  ${line}`)
  return [...failure.details, ...(error.length ? ['The bot wrote:', ...error] : [])]
}

/** Returns the bot's output without its last error, which `detailLines` contains. */
export const outputLines = ({ output }: ScenarioResult): string[] =>
  section('Last output of the bot:', linesAroundError(output))

function section(title: string, lines: readonly string[]): string[] {
  if (!lines.length) return []
  return ['', ...(title ? [title] : []), ...lastLines(lines, MAX_LINES).map((line) => `  ${line}`)]
}

export function counts({ scenarios }: RunResult) {
  const of = (status: string) => scenarios.filter((each) => each.status === status).length
  const flaky = scenarios.filter((each) => each.flaky).length
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped'), unplayed: of('unplayed'), flaky }
}

export function summaryLine(run: RunResult, paint = PLAIN): string {
  const { passed, failed, skipped, unplayed, flaky } = counts(run)
  const weak = run.faults?.scenarios.filter(isWeak).length ?? 0
  const parts = [
    failed && paint('bad', `${failed} failed`),
    run.faults && weak > 0 && paint('bad', weakText(weak, run.faults)),
    passed > weak ? paint('good', `${passed - weak} passed`) : !weak && '0 passed',
    flaky && paint('notice', `${flaky} flaky`),
    skipped && paint('notice', `${skipped} skipped`),
    unplayed && !run.bailed && paint('bad', `${unplayed} not played`),
    run.bailed && paint('notice', 'stopped at the first failure'),
    run.failure && paint('bad', 'failed after the last step'),
  ]
  return `${parts.filter(Boolean).join(', ')} ${paint('aside', `(${formatSpan(run.duration_ms / 1000)})`)}`
}

/** True for a scenario that passed, but fails with faults. */
const isWeak = ({ kinds }: FaultRow): boolean => Object.values(kinds).some(isLost)

function weakText(count: number, { findings }: FaultsReport): string {
  const causes = findings.length < count ? ` from ${plural(findings.length, 'cause')}` : ''
  return `${count === 1 ? '1 fails' : `${count} fail`} with faults${causes}`
}

/** Says when and from what a report comes. */
export function originLine({ started, origin }: Pick<RunResult, 'started' | 'origin'>): string {
  const date = `${new Date(started).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const commit = origin?.commit && `commit ${origin.commit.slice(0, 12)}`
  return [date, commit, origin?.command].filter(Boolean).join(' · ')
}

export function troubleLines({ stopped, failure }: RunResult): string[] {
  return [
    ...(stopped ? ['The run stopped early:', stopped.message, ...stopped.details] : []),
    ...(failure ? ['After the last step:', failure.message, ...failure.details] : []),
  ]
}

export function answersText({ answers }: ScenarioResult): string | undefined {
  if (!answers) return undefined
  const { count, p50_ms, p95_ms } = answers
  const [half, most] = [p50_ms, p95_ms].map((ms) => formatSpan((ms ?? 0) / 1000))
  return count === 1 ? `answer in ${half}` : `answers p50 ${half}, p95 ${most}`
}

export const timesText = (result: ScenarioResult): string =>
  [formatSpan(result.duration_ms / 1000), answersText(result)].filter((part) => part !== undefined).join(', ')

export const isNotPlayed = ({ status }: ScenarioResult) => status === 'skipped' || status === 'unplayed'

export const flakyText = ({ attempts }: ScenarioResult) => `flaky: passed on attempt ${attempts}`

export const adviceLines = ({ advice }: Pick<RunResult, 'advice'>): string[] =>
  advice.map((each) =>
    [`${each.faults?.join(', ') ?? each.kind}: ${each.message}`, seenInText(each)].filter(Boolean).join(' '),
  )

export const seenInText = ({ scenario, seen }: Advice) =>
  scenario === undefined ? '' : `In "${scenario}"${seen > 1 ? ` and ${seen - 1} more` : ''}.`

export function lenientLines({ scenarios }: RunResult): string[] {
  const calls = scenarios.flatMap((each) => each.calls.filter(({ lenient }) => lenient))
  return [...Map.groupBy(calls, ({ method }) => method)].map(
    ([method, { length }]) =>
      `Because of the setting lenient, ${plural(length, 'call')} of ${method} succeeded without an effect.`,
  )
}

/** Says how often scenarios failed that were played several times. */
export function repeatLines({ scenarios }: RunResult): string[] {
  const groups = [...Map.groupBy(scenarios, ({ name, at }) => `${locationText(at)} ${name}`).values()]
  return groups.flatMap((results) => {
    const failed = results.filter(({ status }) => status === 'failed').length
    return results.length > 1 ? `${failed} of ${results.length}  ${results[0]?.name}` : []
  })
}
