// The terminal report: a line per scenario as it ends, failures, and a summary.

import type { Palette } from '../../../lib/colours.ts'
import { sanitizeLine } from '../../../lib/safe-text.ts'
import { locationText } from '../location.ts'
import type { FaultsReport, RunEvent, RunResult, ScenarioResult } from '../run/result.ts'
import { coverageScreen } from './coverage.ts'
import { faultTable, findingLines } from './faults.ts'
import {
  adviceLines,
  failureLines,
  flakyText,
  lenientLines,
  repeatLines,
  summaryLine,
  timesText,
  troubleLines,
} from './lines.ts'

export interface HumanSettings {
  paint: Palette
  coverage: boolean
  /** True if the report goes to the terminal, where stderr already shows the error that stopped the run. */
  isOnScreen: boolean
}

export function humanReporter(write: (text: string) => void, { paint, coverage, isOnScreen }: HumanSettings) {
  const line = (text: string) => write(`${text}\n`)

  return (event: RunEvent) => {
    if (event.type === 'result') print(event.result)
    else if (event.type === 'end') end(event.result, isOnScreen && event.isThrown)
  }

  function print(result: ScenarioResult) {
    const { status, name, flaky, withNewIds, skipped = '' } = result
    const durationText = paint('aside', `(${timesText(result)})`)
    if (status === 'passed') {
      const note = flaky ? ` ${flakyText(result)}` : withNewIds ? ' with new ids' : ''
      const paintedNote = note && paint('notice', note)
      line(`${paint('good', '✓')} ${sanitizeLine(name)} ${durationText}${paintedNote}`)
    } else if (status === 'skipped')
      line(`${paint('notice', '-')} ${sanitizeLine(name)} ${paint('aside', `(${sanitizeLine(skipped)})`)}`)
    else {
      line(`${paint('bad', '✗')} ${paint('title', sanitizeLine(name))} ${durationText}`)
      for (const each of failureLines(result)) write(each === '' ? '\n' : `    ${colourLine(each, result)}\n`)
      write('\n')
    }
  }

  function failedText({ name, at, failure }: ScenarioResult): string {
    return `${sanitizeLine(name)} ${paint('aside', `(${sanitizeLine(locationText(failure?.at ?? at))})`)}`
  }

  function colourLine(text: string, { failure }: ScenarioResult): string {
    const line = sanitizeLine(text)
    if (text === failure?.message) return paint('bad', line)
    if (text.startsWith('> ')) return paint('title', line)
    const [, head = '', was, value = ''] = /^(\s+.*?\b(was|expected)\s{2,})(.*)$/.exec(line) ?? []
    return value ? `${head}${paint(was === 'was' ? 'bad' : 'good', value)}` : line
  }

  function writeFaults(faults: FaultsReport) {
    write(
      `\n${faultTable(faults)
        .map((each) => `${sanitizeLine(each)}\n`)
        .join('')}`,
    )
    for (const [title = '', ...others] of faults.findings.map(findingLines))
      write(`\n${paint('bad', sanitizeLine(title))}\n${others.map((each) => `${sanitizeLine(each)}\n`).join('')}`)
  }

  function end(run: RunResult, isErrorShown = false) {
    if (run.faults) writeFaults(run.faults)
    const repeats = repeatLines(run)
    if (repeats.length) write(`\nFailed of played:\n${repeats.map((each) => `  ${sanitizeLine(each)}\n`).join('')}`)
    const advice = adviceLines(run)
    if (advice.length)
      write(`\n${paint('notice', 'Advice:')}\n${advice.map((each) => `  ${sanitizeLine(each)}\n`).join('')}`)
    const lenient = lenientLines(run)
    if (lenient.length) write(`\n${lenient.map((each) => `${paint('notice', sanitizeLine(each))}\n`).join('')}`)
    const trouble = troubleLines(isErrorShown ? { ...run, stopped: undefined } : run)
    if (trouble.length) write(`\n${trouble.map((each) => `${paint('bad', sanitizeLine(each))}\n`).join('')}`)
    for (const note of run.notes) write(`\n${paint('notice', sanitizeLine(note))}\n`)
    if (coverage) write(`\n${coverageScreen(run.coverage).join('\n')}\n`)
    const failed = run.scenarios.length > 1 ? run.scenarios.filter(({ status }) => status === 'failed') : []
    if (failed.length)
      write(`\n${paint('bad', 'Failed:')}\n${failed.map((each) => `  ${failedText(each)}\n`).join('')}`)
    write(`\n${summaryLine(run, paint)}\n`)
  }
}
