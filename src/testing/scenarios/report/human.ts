// The terminal report: a line per scenario as it ends, failures, and a summary.

import type { Meaning, Palette } from '../../../lib/colours.ts'
import { sanitizeLine } from '../../../lib/safe-text.ts'
import { coverageScreen } from '../coverage.ts'
import { locationText } from '../location.ts'
import type { RunEvent, RunResult, ScenarioResult } from '../run/result.ts'
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

  function colourLine(text: string, { failure }: ScenarioResult): string {
    const line = sanitizeLine(text)
    if (text === failure?.message) return paint('bad', line)
    if (text.startsWith('> ')) return paint('title', line)
    const [, head = '', was, value = ''] = /^(\s+.*?\b(was|expected)\s{2,})(.*)$/.exec(line) ?? []
    return value ? `${head}${paint(was === 'was' ? 'bad' : 'good', value)}` : line
  }

  /** A paragraph of lines, below a title if it has one. Nothing for no lines. */
  function block(lines: readonly string[], { title, colour }: { title?: string; colour?: Meaning } = {}) {
    if (!lines.length) return
    line('')
    if (title !== undefined) line(title)
    for (const each of lines) {
      const text = sanitizeLine(each)
      line(`${title === undefined ? '' : '  '}${colour ? paint(colour, text) : text}`)
    }
  }

  function end(run: RunResult, isErrorShown = false) {
    if (run.faults) block(faultTable(run.faults))
    for (const [title = '', ...others] of run.faults?.findings.map(findingLines) ?? []) {
      block([title], { colour: 'bad' })
      for (const each of others) line(sanitizeLine(each))
    }
    block(repeatLines(run), { title: 'Failed of played:' })
    block(adviceLines(run), { title: paint('notice', 'Advice:') })
    block(lenientLines(run), { colour: 'notice' })
    block(troubleLines(isErrorShown ? { ...run, stopped: undefined } : run), { colour: 'bad' })
    for (const note of run.notes) block([note], { colour: 'notice' })
    if (coverage) block(coverageScreen(run.coverage))
    const failed = run.scenarios.filter(({ status }) => status === 'failed')
    if (failed.length && run.scenarios.length > 1) {
      line(`\n${paint('bad', 'Failed:')}`)
      for (const { name, at, failure } of failed)
        line(`  ${sanitizeLine(name)} ${paint('aside', `(${sanitizeLine(locationText(failure?.at ?? at))})`)}`)
    }
    line(`\n${summaryLine(run, paint)}`)
  }
}
