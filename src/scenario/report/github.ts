// Commands of GitHub Actions: an annotation for each failure, at its line.

import type { RunResult } from '../run/result.ts'
import { cleanLine } from './clean.ts'
import { failureLines } from './failure-lines.ts'
import { lenientLines } from './lenient-lines.ts'
import { adviceLines, counts, summaryLine } from './summary.ts'

export function githubReport(run: RunResult): string {
  const errors = run.scenarios.flatMap((result) => {
    const { failure, name } = result
    if (!failure) return []
    const { file, line, column } = failure.at
    const where = `file=${property(file)},line=${line},col=${column},title=${property(cleanLine(name))}`
    return [`::error ${where}::${data(failureLines(result).map(cleanLine).join('\n'))}`]
  })
  const advice = adviceLines(run).map((line) => `::warning title=${property('Advice')}::${data(cleanLine(line))}`)
  const lenient = lenientLines(run).map((line) => `::notice title=Lenient::${data(cleanLine(line))}`)
  return [...errors, ...advice, ...lenient, ''].join('\n')
}

/** For the page of the run: Markdown. */
export function githubSummary(run: RunResult): string {
  const { failed } = counts(run)
  const rows = run.scenarios.map(({ status, name, at, duration_ms, failure }) => {
    const mark = { passed: '✅', failed: '❌', skipped: '⏭️' }[status]
    const message = failure ? cell(failure.message) : ''
    return `| ${mark} | ${cell(name)} | ${cell(`${at.file}:${at.line}`)} | ${Math.round(duration_ms)} ms | ${message} |`
  })
  const details = run.scenarios
    .filter(({ failure }) => failure)
    .map(
      (result) => `<details><summary>${html(result.name)}</summary>\n\n${fenced(failureLines(result))}\n\n</details>`,
    )
  const head = `### ${failed ? '❌' : '✅'} Scenarios: ${summaryLine(run)}`
  const table = ['| | scenario | where | time | |', '|---|---|---|---|---|', ...rows].join('\n')
  const advice = adviceLines(run).map((line) => `- ${cell(line)}`)
  return [head, table, ...details, ...(advice.length ? [`**Advice**\n\n${advice.join('\n')}`] : []), ''].join('\n\n')
}

/** More backticks than any line has in a row. */
function fenced(lines: readonly string[]): string {
  const text = lines.map(cleanLine).join('\n')
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}

const html = (text: string) => cleanLine(text).replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`)
const cell = (text: string) =>
  html(text)
    .replace(/[|`*_[\]\\]/g, '\\$&')
    .replaceAll('\n', ' ')
const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
