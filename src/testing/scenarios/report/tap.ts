// The report in version 14 of TAP, the Test Anything Protocol.

import { sanitizeLine } from '../../../lib/safe-text.ts'
import { locationText } from '../location.ts'
import type { RunResult, ScenarioResult } from '../run/result.ts'
import { adviceLines, failureLines, flakyText, isNotPlayed, lenientLines, troubleLines } from './lines.ts'

export function tapReport(run: RunResult): string {
  const tests = run.scenarios.flatMap((result, i) => test(result, i + 1))
  const aside = [...adviceLines(run), ...lenientLines(run), ...run.notes, ...troubleLines(run)].map(
    (line) => `# ${sanitizeLine(line)}`,
  )
  // TAP can report an error of the whole run only as "Bail out!".
  const trouble = run.stopped ?? run.failure
  const bail = trouble ? [`Bail out! ${escaped(trouble.message)}`] : []
  return `${['TAP version 14', `1..${run.scenarios.length}`, ...tests, ...aside, ...bail].join('\n')}\n`
}

function test(result: ScenarioResult, number: number): string[] {
  const { status, name, skipped, at, duration_ms } = result
  const isSkipped = isNotPlayed(result)
  const skip = isSkipped ? ` # SKIP ${escaped(skipped ?? status)}` : ''
  const head = `${status === 'failed' ? 'not ok' : 'ok'} ${number} - ${escaped(name)}${skip}`
  if (isSkipped) return [head]
  const message = result.failure ? [`  message: ${JSON.stringify(sanitizeLine(result.failure.message))}`] : []
  const details = result.failure
    ? ['  details: |', ...failureLines(result).map((line) => `    ${sanitizeLine(line)}`)]
    : []
  return [
    head,
    '  ---',
    ...message,
    `  at: ${JSON.stringify(locationText(result.failure?.at ?? at))}`,
    `  duration_ms: ${Math.round(duration_ms)}`,
    ...(result.answers
      ? [`  answer_p50_ms: ${result.answers.p50_ms}`, `  answer_p95_ms: ${result.answers.p95_ms}`]
      : []),
    ...(result.flaky ? [`  flaky: ${JSON.stringify(flakyText(result))}`] : []),
    ...details.map((line) => line.trimEnd()),
    '  ...',
  ]
}

const escaped = (text: string) => sanitizeLine(text).replace(/[\\#]/g, '\\$&').replaceAll('\n', ' ')
