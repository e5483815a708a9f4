// Reports for GitHub Actions: annotations at the failing lines, and a job summary.

import { sanitizeLine } from '../../../lib/safe-text.ts'
import type { Location } from '../location.ts'
import type { RunResult } from '../run/result.ts'
import { faultLines, findingLines } from './faults.ts'
import {
  adviceLines,
  answersText,
  counts,
  failureLines,
  flakyText,
  lenientLines,
  summaryLine,
  troubleLines,
} from './lines.ts'

export function githubReport(run: RunResult): string {
  const { scenarios, faults, notes } = run
  const trouble = troubleLines(run)
  return [
    ...scenarios.flatMap((result) =>
      result.failure ? annotation('error', result.name, failureLines(result), result.failure.at) : [],
    ),
    ...(faults?.findings ?? []).map((each) => annotation('error', each.scenario, findingLines(each), each.at)),
    ...scenarios
      .filter(({ flaky }) => flaky)
      .map((each) => annotation('warning', each.name, [flakyText(each)], each.at)),
    ...(trouble.length ? [annotation('error', 'The run', trouble)] : []),
    ...adviceLines(run).map((line) => annotation('warning', 'Advice', [line])),
    ...lenientLines(run).map((line) => annotation('notice', 'Lenient', [line])),
    ...notes.map((note) => annotation('notice', 'The run', [note])),
    '',
  ].join('\n')
}

/** An annotation at a line of a file, or of the whole run. */
export function annotation(
  kind: 'error' | 'warning' | 'notice',
  title: string,
  lines: readonly string[],
  at?: Location,
) {
  const place = at ? `file=${escapeProperty(at.file)},line=${at.line},col=${at.column},` : ''
  const text = escapeData(lines.map(sanitizeLine).join('\n'))
  return `::${kind} ${place}title=${escapeProperty(sanitizeLine(title))}::${text}`
}

export function githubSummary(run: RunResult): string {
  const { failed } = counts(run)
  const bad = failed > 0 || run.faults?.findings.length || run.stopped !== undefined || run.failure !== undefined
  const rows = run.scenarios.map((result) => {
    const { status, name, at, duration_ms, failure, flaky, skipped } = result
    const mark = flaky ? '⚠️' : { passed: '✅', failed: '❌', skipped: '⏭️', unplayed: '⏹️' }[status]
    const message = escapeCell(failure?.message ?? (flaky ? flakyText(result) : (skipped ?? '')))
    return `| ${mark} | ${escapeCell(name)} | ${escapeCell(`${at.file}:${at.line}`)} | ${Math.round(duration_ms)} ms | ${answersText(result) ?? ''} | ${message} |`
  })
  const details = run.scenarios
    .filter(({ failure }) => failure)
    .map(
      (result) =>
        `<details><summary>${escapeHtml(result.name)}</summary>\n\n${codeBlock(failureLines(result))}\n\n</details>`,
    )
  const trouble = troubleLines(run)
  const head = `### ${bad ? '❌' : '✅'} Scenarios: ${summaryLine(run)}`
  const table = ['| | scenario | where | time | answers | |', '|---|---|---|---|---|---|', ...rows].join('\n')
  const advice = adviceLines(run).map((line) => `- ${escapeCell(line)}`)
  const notes = run.notes.map((note) => escapeCell(note))
  return [
    head,
    ...(trouble.length ? [codeBlock(trouble)] : []),
    table,
    ...(run.faults ? [codeBlock(faultLines(run))] : []),
    ...notes,
    ...details,
    ...(advice.length ? [`**Advice**\n\n${advice.join('\n')}`] : []),
    '',
  ].join('\n\n')
}

/** Formats lines as a Markdown code block. Its fence has more backticks than any line, so that no line can end it. */
function codeBlock(lines: readonly string[]): string {
  const text = lines.map(sanitizeLine).join('\n')
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}

const escapeHtml = (text: string) => sanitizeLine(text).replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`)
const escapeCell = (text: string) =>
  escapeHtml(text)
    .replace(/[|`*_[\]\\]/g, '\\$&')
    .replaceAll('\n', ' ')
const escapeData = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const escapeProperty = (text: string) => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
