// What happened with faults, as lines: a table of what held, and what did not.

import type { FaultMatrix } from '../../../control/contract/page-data.ts'
import { plural, sanitizeLine } from '../../../lib/safe-text.ts'
import { locationText } from '../location.ts'
import type { FaultFinding, FaultRow, FaultsReport, RunResult } from '../run/result.ts'

const MAX_NAME = 50

/** Returns a table with a scenario on each line and the kinds of faults in its columns. */
export function faultTable({ kinds, scenarios }: FaultsReport): string[] {
  const rows = [
    ['Held of tried', ...kinds],
    ...scenarios.map((row) => [
      nameOf(row),
      ...(row.skipped === undefined ? kinds.map((kind) => cell(row, kind)) : []),
    ]),
  ]
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const lines = rows.map((row) =>
    row
      .map((text, i) => (i ? text.padStart(width(i)) : text.padEnd(width(0))))
      .join('  ')
      .trimEnd(),
  )
  return [...lines, ...notTriedLines(scenarios)]
}

const NOT_TRIED = "the bot's calls came in another order, or the run didn't start the bot and can't kill it."

function notTriedLines(scenarios: readonly FaultRow[]): string[] {
  const count = scenarios.flatMap(({ kinds }) => Object.values(kinds)).reduce((sum, each) => sum + each.not_tried, 0)
  return count ? [`${plural(count, 'fault')} not tried: ${NOT_TRIED}`] : []
}

function nameOf({ name, skipped }: FaultRow): string {
  const short = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name
  return skipped === undefined ? short : `${short} (${skipped})`
}

const triedOf = ({ kinds }: FaultRow, kind: keyof FaultRow['kinds']) => kinds[kind] ?? { held: 0, tried: 0 }

function cell(row: FaultRow, kind: keyof FaultRow['kinds']): string {
  const { held, tried } = triedOf(row, kind)
  return tried ? `${held}/${tried}` : '–'
}

export const findingTitle = ({ kind, text, times }: FaultFinding) =>
  `${kind}: ${text}${times > 1 ? ` (${times} times)` : ''}`

export const findingLines = (finding: FaultFinding): string[] => [
  findingTitle(finding),
  `  ${finding.cause}`,
  `  in "${finding.scenario}" (${locationText(finding.at)})`,
  ...(finding.file === undefined ? [] : [`  ${finding.file}`]),
]

/** Returns the table and all findings, for reports that show them as they are. */
export const faultLines = ({ faults }: Pick<RunResult, 'faults'>): string[] =>
  faults ? [...faultTable(faults), ...faults.findings.flatMap((finding) => ['', ...findingLines(finding)])] : []

/** Returns the same for a page, which draws the table itself. */
export function faultMatrix({ kinds, scenarios, findings }: FaultsReport): FaultMatrix {
  const [note] = notTriedLines(scenarios)
  return {
    kinds,
    rows: scenarios.map((row) => ({
      name: sanitizeLine(row.name),
      ...(row.skipped !== undefined && { skipped: row.skipped }),
      cells: kinds.map((kind) => {
        const { held, tried } = triedOf(row, kind)
        return { held, tried }
      }),
    })),
    ...(note !== undefined && { note }),
    findings: findings.map((finding) => {
      const [title = '', ...lines] = findingLines(finding).map((line) => sanitizeLine(line.trim()))
      return { title, lines }
    }),
  }
}
