// What happened with faults, as lines: a table of what held, and what did not.

import type { FaultMatrix, FaultState, FindingPage } from '../../../control/contract/page-data.ts'
import { plural, sanitizeLine } from '../../../lib/safe-text.ts'
import { effectText, KINDS } from '../fault-kinds.ts'
import { locationText } from '../location.ts'
import {
  type Advice,
  type FaultCell,
  type FaultFinding,
  type FaultRow,
  type FaultsReport,
  isLost,
  type RunResult,
} from '../run/result.ts'
import { seenInText } from './lines.ts'

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
const NOT_TRIED = "the bot's calls came in another order, or the run didn't start the bot and can't kill it."

function countText({ times, sites }: FaultFinding): string {
  const places = sites.length > 1 ? ` in ${sites.length} places` : ''
  return times > 1 ? ` (${times} times${places})` : ''
}

export const findingTitle = (finding: FaultFinding) => effectText(finding) + countText(finding)

/** Where a finding was met: the first place is where `cause` was done. */
const placeLines = ({ sites }: FaultFinding) =>
  sites.map(({ what, scenario, at }, i) => `${i ? `also ${what} ` : ''}in "${scenario}" (${locationText(at)})`)

export function findingLines(finding: FaultFinding): string[] {
  const [first, ...others] = placeLines(finding)
  const lines = [finding.cause, first, finding.file, ...others].filter((line) => line !== undefined)
  return [findingTitle(finding), ...lines.map((line) => `  ${line}`)]
}

/** Returns the table and all findings, for reports that show them as they are. */
export const faultLines = ({ faults }: Pick<RunResult, 'faults'>): string[] =>
  faults ? [...faultTable(faults), ...faults.findings.flatMap((finding) => ['', ...findingLines(finding)])] : []

/** What a page also shows, and what it says in its own words. */
interface ForPage {
  advice: readonly Advice[]
  /** Returns the id of the scenario on the page. */
  partOf(row: FaultRow): string
}

/** Returns the table, the findings and the advice on them for a page, which draws them itself. */
export function faultMatrix({ kinds, scenarios, findings }: FaultsReport, page?: ForPage): FaultMatrix {
  const lost = findings.map((each) => {
    const { kind, mistake, text, cause, command } = each
    const title = `${kind}: ${mistake ?? text}${countText(each)}`
    const effect = mistake ? `For example, ${text}, because ${cause}.` : cause
    return { ...findingPage('lost', [title, effect, ...placeLines(each)]), kinds: [kind], command }
  })
  const advised = (page?.advice ?? []).flatMap((advice) =>
    advice.faults ? { ...advicePage(advice), kinds: advice.faults } : [],
  )
  const about = [...lost, ...advised].map((each, at) => ({ ...each, id: `fault-${at}` }))
  const cells = scenarios.flatMap((row) => Object.values(row.kinds))
  const notTried = cells.reduce((sum, each) => sum + each.not_tried, 0)
  const shownKinds = kinds.map((name) => {
    const states = scenarios.map((row) => stateOf(row.kinds[name]))
    const state = STATES.find((each) => states.includes(each)) ?? 'untried'
    return { name, says: KINDS[name].says(), state, scenarios: states.filter((each) => each === state).length }
  })
  if (page) shownKinds.sort((one, other) => STATES.indexOf(one.state) - STATES.indexOf(other.state))
  return {
    kinds: shownKinds,
    rows: scenarios.map((row) => ({
      name: sanitizeLine(row.name),
      part: page?.partOf(row),
      ...(row.skipped !== undefined && { skipped: row.skipped }),
      cells: shownKinds.map(({ name: kind }) => {
        const cell = row.kinds[kind]
        const state = stateOf(cell)
        const finding = about.find((each) => each.state === state && each.kinds.includes(kind))?.id
        return { count: cell?.tried ? `${cell.held}/${cell.tried}` : '–', state, finding }
      }),
    })),
    notes: [
      ...(!page && cells.some((cell) => stateOf(cell) === 'advised') ? [ADVISED] : []),
      ...(notTried > 0 ? [`${plural(notTried, 'fault')} not tried: ${NOT_TRIED}`] : []),
    ],
    findings: about,
  }
}

/** The worst first. */
const STATES = ['lost', 'advised', 'held', 'untried'] as const satisfies readonly FaultState[]

export function advicePage(advice: Advice): FindingPage {
  const { faults, kind, message } = advice
  const texts = faults ? message.split(/(?<=^[^.]*\.) /) : [kind, message]
  return findingPage('advised', [...texts, seenInText(advice)])
}

function findingPage(state: FaultState, texts: readonly string[]) {
  const [title = '', ...lines] = texts.filter(Boolean).map(sanitizeLine)
  return { state, title, lines }
}

function stateOf(cell: FaultCell | undefined): FaultState {
  if (!cell?.tried) return 'untried'
  if (isLost(cell)) return 'lost'
  return cell.advised ? 'advised' : 'held'
}
