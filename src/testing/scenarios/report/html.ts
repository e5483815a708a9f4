// The HTML report: a page that contains the conversations and calls of a run.

import type { PartPage, RunPage, ScenarioPage, ScenePart } from '../../../control/contract/page-data.ts'
import { excerpt, sanitizeLine } from '../../../lib/safe-text.ts'
import { formatSpan } from '../../../lib/time-text.ts'
import { shownFrom } from '../../seen/compare-seen.ts'
import { coverageTable } from '../coverage.ts'
import { locationText } from '../location.ts'
import {
  callsByStep,
  type Failure,
  type FaultRow,
  type RunResult,
  type ScenarioResult,
  type StepResult,
  stepsBefore,
} from '../run/result.ts'
import { ON_SCREEN } from '../run/steps/wait-for-bot.ts'
import { advicePage, faultMatrix } from './faults.ts'
import {
  answersText,
  detailLines,
  flakyText,
  lenientLines,
  originLine,
  outputLines,
  summaryLine,
  troubleLines,
} from './lines.ts'
import { pageFile } from './page-file.ts'

export const htmlReport = (run: RunResult): string => pageFile(runPage(run))

function runPage(run: RunResult): RunPage {
  const isOf = (row: FaultRow) => (result: ScenarioResult) => result.name === row.name && result.at.file === row.at.file
  const partOf = (row: FaultRow) => partId(run.scenarios.findIndex(isOf(row)))
  const faults = run.faults && faultMatrix(run.faults, { advice: run.advice, partOf })
  const lostIn = (result: ScenarioResult) => {
    const row = run.faults?.scenarios.findIndex((each) => isOf(each)(result)) ?? -1
    return (faults?.rows[row]?.cells ?? []).flatMap(({ state, finding }, at) =>
      state === 'lost' ? { kind: faults?.kinds[at]?.name ?? '', finding } : [],
    )
  }
  return {
    kind: 'run',
    title: summaryLine(run),
    trouble: troubleLines(run).map(sanitizeLine),
    notes: [originLine(run), ...lenientLines(run), ...run.notes],
    advice: run.advice.filter(({ faults }) => !faults).map(advicePage),
    ...(faults && { faults }),
    coverage: coverageTable(run.coverage),
    scenarios: worstFirst(run.scenarios.map((result) => scenarioPage(result, lostIn(result)))),
  }
}

const ORDER = ['failed', 'alike', 'weak', 'flaky', 'unplayed', 'passed', 'skipped']

export const partId = (place: number) => `s${place + 1}`

/** Sorts parts of a report. Their ids are their places before. */
export const worstFirst = <Part extends Omit<PartPage, 'id'>>(parts: readonly Part[]) =>
  parts
    .map((part, at) => ({ ...part, id: partId(at) }))
    .toSorted((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status))

/** What the report has of each scenario or conversation. */
export const partPage = (
  { name, at, tags }: Pick<ScenarioResult, 'name' | 'at' | 'tags'>,
  status: string,
  facts: readonly unknown[],
) => ({
  name: sanitizeLine(name),
  status,
  facts: facts.filter(Boolean).join(' · '),
  search: sanitizeLine([name, at.file, ...tags].join(' ')).toLowerCase(),
})

/** If preparing a scenario, for example starting the bot, takes at least this long, the report shows the time. */
const SLOW_START_MS = 100

function scenarioPage(result: ScenarioResult, lost: ScenarioPage['lost']): Omit<ScenarioPage, 'id'> {
  const { status, at, set_ms, duration_ms, failure, flaky, skipped, attempts, pictures = {} } = result
  // Why the run stopped is said once, above all scenarios.
  const reason = status === 'unplayed' ? 'not played' : skipped
  const durationText = reason ?? formatSpan(duration_ms / 1000)
  const times = [answersText(result), set_ms >= SLOW_START_MS && `${formatSpan(set_ms / 1000)} to start`]
  return {
    ...partPage(result, lost.length ? 'weak' : flaky ? 'flaky' : status, [
      locationText(at),
      durationText,
      flaky && flakyText(result),
      failure && attempts > 1 && `failed ${attempts} times`,
      lost.length > 0 && `fails with ${lost.map(({ kind }) => kind).join(', ')}`,
    ]),
    times: times.filter(Boolean).join(', '),
    ...(failure && failurePage(result, failure)),
    parts: partsOf(result),
    lost,
    pictures,
  }
}

/** The lines of a failure that say how a value was, and how it was expected. */
const DIFFERENCE = /^ *(\S+|the view) was {7}(.*)\n *expected {2}(.*)$/m

function failurePage(result: ScenarioResult, failure: Failure): Pick<ScenarioPage, 'reason' | 'failure'> {
  const screen = failure.details.indexOf(ON_SCREEN)
  // The conversation is beside it.
  const details = screen === -1 ? failure.details : failure.details.slice(0, screen)
  const lines = [...detailLines({ ...result, failure: { ...failure, details } }), ...outputLines(result)]
  const text = lines.map(sanitizeLine).join('\n')
  const found = DIFFERENCE.exec(text)
  const [all = '', path = '', received = '', expected = ''] = found ?? []
  const at = found?.index ?? text.length
  const message = sanitizeLine(failure.message)
  const refusal = failure.cause === 'refused' ? details[0] : undefined
  const from = shownFrom(received, expected, MAX_REASON)
  const [was, wanted] = [received, expected].map((text) => excerpt(from ? `…${text.slice(from)}` : text, MAX_REASON))
  return {
    reason: found ? `${path}: ${was} instead of ${wanted}` : sanitizeLine(refusal ?? message),
    failure: {
      message,
      location: locationText(failure.at),
      nearest: { event: failure.nearest_event, call: failure.nearest?.call.id },
      before: text.slice(0, at),
      ...(found && { difference: { path, expected, received } }),
      after: text.slice(at + all.length),
    },
  }
}

/** How much of each side of a difference is in the line of a scenario that is folded. */
const MAX_REASON = 60

function partsOf(result: ScenarioResult): ScenePart[] {
  const calls = callsByStep(result)
  const parts = [undefined, ...result.steps].map(
    (step, i): ScenePart => ({ ...(step && { step: stepPage(step) }), lines: [], calls: calls[i] ?? [] }),
  )
  for (const line of result.scene) parts[stepsBefore(result, line.event)]?.lines.push(line)
  return parts.filter(({ step, lines, calls }) => step || lines.length || calls.length)
}

const stepPage = ({ text, at, status, duration_ms }: StepResult): NonNullable<ScenePart['step']> => ({
  text,
  line: at.line,
  location: locationText(at),
  status,
  duration: status === 'unreached' ? 'not reached' : formatSpan(duration_ms / 1000),
})
