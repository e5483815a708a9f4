// What happened with faults, as lines: a table of what held, and what did not.

import type { FaultMatrix, FaultState } from '../../../control/contract/page-data.ts'
import { plural, sanitizeLine } from '../../../lib/safe-text.ts'
import { KINDS } from '../fault-kinds.ts'
import { locationText } from '../location.ts'
import type { Advice, FaultCell, FaultFinding, FaultsReport, RunResult } from '../run/result.ts'
import type { FaultKind } from '../scenario.ts'
import { adviceLines } from './lines.ts'

const MAX_NAME = 50

/** Returns a table with a scenario on each line and the kinds of faults in its columns. */
export function faultTable(report: FaultsReport): string[] {
  const { rows, notes } = faultMatrix(report)
  const table = [
    ['Held of tried', ...report.kinds],
    ...rows.map(({ name, skipped, cells }) => {
      const short = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name
      if (skipped !== undefined) return [`${short} (${skipped})`]
      return [short, ...cells.map(({ count, state }) => (state === 'advised' ? `!${count}` : count))]
    }),
  ]
  const width = (column: number) => Math.max(...table.map((row) => row[column]?.length ?? 0))
  const lines = table.map((row) =>
    row
      .map((text, i) => (i ? text.padStart(width(i)) : text.padEnd(width(0))))
      .join('  ')
      .trimEnd(),
  )
  return [...lines, ...notes]
}

const ADVISED = '! held, but see the advice.'
const RISKY = '! held, but at a risk.'
const NOT_TRIED = "the bot's calls came in another order, or the run didn't start the bot and can't kill it."

export function findingTitle({ kind, text, times, sites }: FaultFinding): string {
  const places = sites.length > 1 ? ` in ${sites.length} places` : ''
  return `${kind}: ${text}${times > 1 ? ` (${times} times${places})` : ''}`
}

export const findingLines = (finding: FaultFinding): string[] => [
  findingTitle(finding),
  `  ${finding.cause}`,
  `  in "${finding.scenario}" (${locationText(finding.at)})`,
  ...(finding.file === undefined ? [] : [`  ${finding.file}`]),
  ...finding.sites.slice(1).map(({ what, scenario, at }) => `  also ${what} in "${scenario}" (${locationText(at)})`),
]

/** Returns the table and all findings, for reports that show them as they are. */
export const faultLines = ({ faults }: Pick<RunResult, 'faults'>): string[] =>
  faults ? [...faultTable(faults), ...faults.findings.flatMap((finding) => ['', ...findingLines(finding)])] : []

/** Returns the table, the findings and the advice on them for a page, which draws them itself. */
export function faultMatrix({ kinds, scenarios, findings }: FaultsReport, all?: readonly Advice[]): FaultMatrix {
  const lost = findings.map(({ file: _, command, ...each }) => ({
    ...findingPage('lost', [each.kind], findingLines(each)),
    command,
  }))
  const advised = (all ?? []).flatMap((advice) => {
    const sentences = adviceLines({ advice: [advice] }).flatMap((line) => line.split(/(?<=^[^.]*\.) /))
    return advice.faults ? findingPage('advised', advice.faults, sentences) : []
  })
  const about = [...lost, ...advised].map((each, at) => ({ ...each, id: `fault-${at}` }))
  const cells = scenarios.flatMap((row) => Object.values(row.kinds))
  const notTried = cells.reduce((sum, each) => sum + each.not_tried, 0)
  return {
    kinds: kinds.map((name) => ({ name, says: KINDS[name].says() })),
    rows: scenarios.map((row) => ({
      name: sanitizeLine(row.name),
      ...(row.skipped !== undefined && { skipped: row.skipped }),
      cells: kinds.map((kind) => {
        const cell = row.kinds[kind]
        const state = stateOf(cell)
        const finding = about.find((each) => each.state === state && each.kinds.includes(kind))?.id
        return { count: cell?.tried ? `${cell.held}/${cell.tried}` : '–', state, finding }
      }),
    })),
    notes: [
      ...(cells.some((cell) => stateOf(cell) === 'advised') ? [all ? RISKY : ADVISED] : []),
      ...(notTried > 0 ? [`${plural(notTried, 'fault')} not tried: ${NOT_TRIED}`] : []),
    ],
    findings: about,
  }
}

function findingPage(state: FaultState, kinds: readonly FaultKind[], texts: readonly string[]) {
  const [title = '', ...lines] = texts.map((text) => sanitizeLine(text.trim()))
  return { state, kinds, title, lines }
}

function stateOf(cell: FaultCell | undefined): FaultState {
  if (!cell?.tried) return 'untried'
  if (cell.held < cell.tried) return 'lost'
  return cell.advised ? 'advised' : 'held'
}
