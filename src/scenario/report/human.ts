// For people at a terminal: a line for each scenario as it ends, failures explained, the sum at the end.

import { Chalk } from 'chalk'
import type { RunEvent, RunResult, ScenarioResult } from '../run/result.ts'
import { clean, cleanLine } from './clean.ts'
import { coverageLines } from './coverage-lines.ts'
import { failureLines } from './failure-lines.ts'
import { adviceLines, span, summaryLine } from './summary.ts'

export interface HumanSettings {
  /** Rewrites the line of what is being played. */
  live: boolean
  color: boolean
  coverage: boolean
}

const CLEAR_LINE = '\r\u001b[2K'

export function humanReporter(write: (text: string) => void, { live, color, coverage }: HumanSettings) {
  const paint = new Chalk({ level: color ? 1 : 0 })
  let count = 0
  let done = 0
  const line = (text: string) => write(`${live ? CLEAR_LINE : ''}${text}\n`)

  return (event: RunEvent) => {
    if (event.type === 'begin') count = event.count
    else if (event.type === 'scenario' && live)
      write(`${CLEAR_LINE}${paint.dim(`${done}/${count} ${clean(event.name)}`)}`)
    else if (event.type === 'result') {
      done++
      tell(event.result)
    } else if (event.type === 'end') end(event.result)
  }

  function tell(result: ScenarioResult) {
    const { status, name, duration_ms, attempts, skipped } = result
    const took = paint.dim(`(${span(duration_ms)})`)
    if (status === 'passed') {
      const again = attempts > 1 ? paint.yellow(` at the ${ordinal(attempts)} time`) : ''
      line(`${paint.green('✓')} ${clean(name)} ${took}${again}`)
    } else if (status === 'skipped') line(`${paint.yellow('-')} ${clean(name)} ${paint.dim(`(${skipped})`)}`)
    else {
      line(`${paint.red('✗')} ${paint.bold(clean(name))} ${took}`)
      for (const each of failureLines(result)) write(each === '' ? '\n' : `    ${cleanLine(each)}\n`)
      write('\n')
    }
  }

  function end(run: RunResult) {
    if (live) write(CLEAR_LINE)
    const advice = adviceLines(run)
    if (advice.length) write(`\n${paint.yellow('Advice:')}\n${advice.map((each) => `  ${clean(each)}\n`).join('')}`)
    if (coverage) write(`\n${coverageLines(run.coverage).join('\n')}\n`)
    write(`\n${summaryLine(run)}\n`)
  }
}

const ordinal = (n: number) => `${n}${['th', 'st', 'nd', 'rd'][n] ?? 'th'}`
