// What happened with faults, as lines: a table of what held, and what did not.

import type { FaultMatrix } from '../../../control/contract/page-data.ts'
import { plural, sanitizeLine } from '../../../lib/safe-text.ts'
import { locationText } from '../location.ts'
import type { FaultFinding, FaultsReport, RunResult } from '../run/result.ts'

const MAX_NAME = 50

/** Returns a table with a scenario on each line and the kinds of faults in its columns. */
export function faultTable(report: FaultsReport): string[] {
  const { kinds, rows, note } = faultMatrix(report)
  const table = [
    ['Held of tried', ...kinds],
    ...rows.map(({ name, skipped, cells }) => {
      const short = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name
      if (skipped !== undefined) return [`${short} (${skipped})`]
      return [short, ...cells.map(({ held, tried }) => (tried ? `${held}/${tried}` : '–'))]
    }),
  ]
  const width = (column: number) => Math.max(...table.map((row) => row[column]?.length ?? 0))
  const lines = table.map((row) =>
    row
      .map((text, i) => (i ? text.padStart(width(i)) : text.padEnd(width(0))))
      .join('  ')
      .trimEnd(),
  )
  return [...lines, ...(note === undefined ? [] : [note])]
}

const NOT_TRIED = "the bot's calls came in another order, or the run didn't start the bot and can't kill it."

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

/** Returns the table and the findings for a page, which draws them itself. */
export function faultMatrix({ kinds, scenarios, findings }: FaultsReport): FaultMatrix {
  const cells = scenarios.flatMap((row) => Object.values(row.kinds))
  const notTried = cells.reduce((sum, each) => sum + each.not_tried, 0)
  return {
    kinds,
    rows: scenarios.map((row) => ({
      name: sanitizeLine(row.name),
      ...(row.skipped !== undefined && { skipped: row.skipped }),
      cells: kinds.map((kind) => {
        const { held, tried } = row.kinds[kind] ?? { held: 0, tried: 0 }
        return { held, tried }
      }),
    })),
    ...(notTried > 0 && { note: `${plural(notTried, 'fault')} not tried: ${NOT_TRIED}` }),
    findings: findings.map((finding) => {
      const [title = '', ...lines] = findingLines(finding).map((line) => sanitizeLine(line.trim()))
      return { title, lines }
    }),
  }
}
