// TAP version 14.

import { placeText } from '../place.ts'
import type { RunResult, ScenarioResult } from '../run/result.ts'
import { cleanLine } from './clean.ts'
import { failureLines } from './failure-lines.ts'
import { lenientLines } from './lenient-lines.ts'
import { adviceLines } from './summary.ts'

export function tapReport(run: RunResult): string {
  const tests = run.scenarios.flatMap((result, i) => test(result, i + 1))
  const advice = [...adviceLines(run), ...lenientLines(run)].map((line) => `# ${cleanLine(line)}`)
  return `${['TAP version 14', `1..${run.scenarios.length}`, ...tests, ...advice].join('\n')}\n`
}

function test(result: ScenarioResult, number: number): string[] {
  const { status, name, skipped, at, duration_ms } = result
  const skip = status === 'skipped' ? ` # SKIP ${escaped(skipped!)}` : ''
  const head = `${status === 'failed' ? 'not ok' : 'ok'} ${number} - ${escaped(name)}${skip}`
  if (status === 'skipped') return [head]
  const message = result.failure ? [`  message: ${JSON.stringify(cleanLine(result.failure.message))}`] : []
  const details = result.failure
    ? ['  details: |', ...failureLines(result).map((line) => `    ${cleanLine(line)}`)]
    : []
  return [
    head,
    '  ---',
    ...message,
    `  at: ${JSON.stringify(placeText(result.failure?.at ?? at))}`,
    `  duration_ms: ${Math.round(duration_ms)}`,
    ...details.map((line) => line.trimEnd()),
    '  ...',
  ]
}

const escaped = (text: string) => cleanLine(text).replace(/[\\#]/g, '\\$&').replaceAll('\n', ' ')
