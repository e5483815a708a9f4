// The HTML report: a page that contains the conversations and calls of a run.

import type { FailurePage, RunPage, ScenarioPage, ScenePart } from '../../../control/contract/page-data.ts'
import { sanitizeLine } from '../../../lib/safe-text.ts'
import { formatSpan } from '../../../lib/time-text.ts'
import { coverageTable } from '../coverage.ts'
import { codeFrame, locationText, MORE_CONTEXT_LINES } from '../location.ts'
import {
  callsByStep,
  type Failure,
  type RunResult,
  type ScenarioResult,
  type StepResult,
  stepsBefore,
} from '../run/result.ts'
import { faultMatrix } from './faults.ts'
import {
  adviceLines,
  detailLines,
  flakyText,
  lenientLines,
  outputLines,
  summaryLine,
  timesText,
  troubleLines,
} from './lines.ts'
import { pageFile } from './page-file.ts'

export const htmlReport = (run: RunResult): string => pageFile(runPage(run))

function runPage(run: RunResult): RunPage {
  const { started, origin } = run
  const date = `${new Date(started).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const commit = origin?.commit ? [`commit ${origin.commit.slice(0, 12)}`] : []
  return {
    kind: 'run',
    title: summaryLine(run),
    trouble: troubleLines(run).map(sanitizeLine),
    notes: [[date, ...commit, origin?.command].filter(Boolean).join(' · '), ...lenientLines(run), ...run.notes],
    advice: adviceLines({ advice: run.advice.filter(({ faults }) => !faults) }),
    ...(run.faults && { faults: faultMatrix(run.faults, run.advice) }),
    coverage: coverageTable(run.coverage),
    scenarios: run.scenarios.map(scenarioPage),
  }
}

/** If preparing a scenario, for example starting the bot, takes at least this long, the report shows the time. */
const SLOW_START_MS = 100

function scenarioPage(result: ScenarioResult): ScenarioPage {
  const { status, name, at, tags, set_ms, failure, flaky, skipped, pictures = {} } = result
  // Why the run stopped is said once, above all scenarios.
  const reason = status === 'unplayed' ? 'not played' : skipped
  const durationText =
    reason ??
    [timesText(result), set_ms >= SLOW_START_MS && `${formatSpan(set_ms / 1000)} to start`].filter(Boolean).join(', ')
  return {
    name: sanitizeLine(name),
    status: flaky ? 'flaky' : status,
    facts: [locationText(at), durationText, flaky && flakyText(result)].filter(Boolean).join(' · '),
    search: sanitizeLine([name, at.file, ...tags].join(' ')).toLowerCase(),
    ...(failure && { failure: failurePage(result, failure) }),
    parts: partsOf(result),
    pictures,
  }
}

function failurePage(result: ScenarioResult, { message, at, frame = [] }: Failure): FailurePage {
  const wideFrame = codeFrame(at, MORE_CONTEXT_LINES)
  // A report of several machines may be made after the file has changed.
  const isUnchanged = frame.every((line) => wideFrame.some((each) => sourceOf(each) === sourceOf(line)))
  return {
    message: sanitizeLine(message),
    location: locationText(at),
    details: [...detailLines(result), ...outputLines(result)].map(sanitizeLine),
    frame: (isUnchanged ? wideFrame : frame).map(sanitizeLine),
  }
}

/** Returns a line of an excerpt without its mark and number. */
const sourceOf = (line: string) => line.slice(line.indexOf('|'))

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
