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
  const errors = run.scenarios.flatMap((result) => {
    const { failure, name } = result
    if (!failure) return []
    return [
      `::error ${annotationTarget(name, failure.at)}::${escapeData(failureLines(result).map(sanitizeLine).join('\n'))}`,
    ]
  })
  const advice = adviceLines(run).map(
    (line) => `::warning title=${escapeProperty('Advice')}::${escapeData(sanitizeLine(line))}`,
  )
  const flaky = run.scenarios
    .filter((result) => result.flaky)
    .map((result) => `::warning ${annotationTarget(result.name, result.at)}::${escapeData(flakyText(result))}`)
  const faults = (run.faults?.findings ?? []).map(
    (finding) =>
      `::error ${annotationTarget(finding.scenario, finding.at)}::${escapeData(findingLines(finding).map(sanitizeLine).join('\n'))}`,
  )
  const trouble = troubleLines(run)
  const runErrors = trouble.length
    ? [`::error title=${escapeProperty('The run')}::${escapeData(trouble.map(sanitizeLine).join('\n'))}`]
    : []
  const lenient = lenientLines(run).map((line) => `::notice title=Lenient::${escapeData(sanitizeLine(line))}`)
  const notes = run.notes.map(
    (note) => `::notice title=${escapeProperty('The run')}::${escapeData(sanitizeLine(note))}`,
  )
  return [...errors, ...faults, ...flaky, ...runErrors, ...advice, ...lenient, ...notes, ''].join('\n')
}

const annotationTarget = (name: string, { file, line, column }: Location) =>
  `file=${escapeProperty(file)},line=${line},col=${column},title=${escapeProperty(sanitizeLine(name))}`

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
export const escapeData = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
export const escapeProperty = (text: string) => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
