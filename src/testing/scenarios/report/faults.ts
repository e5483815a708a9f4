// What happened with faults, as lines: a table of what held, and what did not.

import { plural } from '../../../lib/safe-text.ts'
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
  const notTried = scenarios.flatMap(({ kinds }) => Object.values(kinds)).reduce((sum, each) => sum + each.not_tried, 0)
  return [...lines, ...(notTried ? [`${plural(notTried, 'fault')} not tried: ${NOT_TRIED}`] : [])]
}

const NOT_TRIED = "the bot's calls came in another order, or the run didn't start the bot and can't kill it."

function nameOf({ name, skipped }: FaultRow): string {
  const short = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name
  return skipped === undefined ? short : `${short} (${skipped})`
}

function cell({ kinds }: FaultRow, kind: keyof FaultRow['kinds']): string {
  const { held, tried } = kinds[kind] ?? { held: 0, tried: 0 }
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
