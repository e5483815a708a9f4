// Commands of GitHub Actions: an annotation for each failure, at its line.

import { sanitizeLine } from '../../describe/text.ts'
import type { Place } from '../place-in-file.ts'
import type { RunResult } from '../run/result.ts'
import { adviceLines, counts, failureLines, flakyText, lenientLines, summaryLine, troubleLines } from './lines.ts'

export function githubReport(run: RunResult): string {
  const errors = run.scenarios.flatMap((result) => {
    const { failure, name } = result
    if (!failure) return []
    return [`::error ${whereOf(name, failure.at)}::${data(failureLines(result).map(sanitizeLine).join('\n'))}`]
  })
  const advice = adviceLines(run).map((line) => `::warning title=${property('Advice')}::${data(sanitizeLine(line))}`)
  const flaky = run.scenarios
    .filter((result) => result.flaky)
    .map((result) => `::warning ${whereOf(result.name, result.at)}::${data(flakyText(result))}`)
  const trouble = troubleLines(run)
  const ofRun = trouble.length
    ? [`::error title=${property('The run')}::${data(trouble.map(sanitizeLine).join('\n'))}`]
    : []
  const lenient = lenientLines(run).map((line) => `::notice title=Lenient::${data(sanitizeLine(line))}`)
  const notes = run.notes.map((note) => `::notice title=${property('The run')}::${data(sanitizeLine(note))}`)
  return [...errors, ...flaky, ...ofRun, ...advice, ...lenient, ...notes, ''].join('\n')
}

const whereOf = (name: string, { file, line, column }: Place) =>
  `file=${property(file)},line=${line},col=${column},title=${property(sanitizeLine(name))}`

/** For the page of the run: Markdown. */
export function githubSummary(run: RunResult): string {
  const { failed } = counts(run)
  const bad = failed > 0 || run.stopped !== undefined || run.failure !== undefined
  const rows = run.scenarios.map((result) => {
    const { status, name, at, duration_ms, failure, flaky, skipped } = result
    const mark = flaky ? '⚠️' : { passed: '✅', failed: '❌', skipped: '⏭️', unplayed: '⏹️' }[status]
    const message = cell(failure?.message ?? (flaky ? flakyText(result) : (skipped ?? '')))
    return `| ${mark} | ${cell(name)} | ${cell(`${at.file}:${at.line}`)} | ${Math.round(duration_ms)} ms | ${message} |`
  })
  const details = run.scenarios
    .filter(({ failure }) => failure)
    .map(
      (result) => `<details><summary>${html(result.name)}</summary>\n\n${fenced(failureLines(result))}\n\n</details>`,
    )
  const trouble = troubleLines(run)
  const head = `### ${bad ? '❌' : '✅'} Scenarios: ${summaryLine(run)}`
  const table = ['| | scenario | where | time | |', '|---|---|---|---|---|', ...rows].join('\n')
  const advice = adviceLines(run).map((line) => `- ${cell(line)}`)
  const notes = run.notes.map((note) => cell(note))
  return [
    head,
    ...(trouble.length ? [fenced(trouble)] : []),
    table,
    ...notes,
    ...details,
    ...(advice.length ? [`**Advice**\n\n${advice.join('\n')}`] : []),
    '',
  ].join('\n\n')
}

/** More backticks than any line has in a row. */
function fenced(lines: readonly string[]): string {
  const text = lines.map(sanitizeLine).join('\n')
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}

const html = (text: string) => sanitizeLine(text).replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`)
const cell = (text: string) =>
  html(text)
    .replace(/[|`*_[\]\\]/g, '\\$&')
    .replaceAll('\n', ' ')
const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
