// Formats the coverage of a run for a page and for a terminal.

import type { CoverageRow } from '../../../control/contract/page-data.ts'
import { sanitizeLine } from '../../../lib/safe-text.ts'
import type { Count, Coverage } from '../coverage.ts'

const KINDS = [
  ['operations', 'operations'],
  ['update_types', 'update types'],
  ['errors', 'documented errors'],
  ['buttons', 'buttons shown'],
] as const

const usedText = ({ name, count }: Count) => `${sanitizeLine(name)} × ${count}`

/** Returns a row for each kind of names. */
export const coverageTable = (coverage: Coverage): CoverageRow[] =>
  KINDS.map(([kind, title]) => {
    const { share, used, unused } = splitCounts(coverage[kind])
    return { title, share, used: used.map(usedText), unused: unused.map(({ name }) => sanitizeLine(name)) }
  })

/** Leaves out the documented errors that the run did not meet: few bots need all of them. */
export function coverageScreen(coverage: Coverage): string[] {
  const lines = KINDS.flatMap(([kind, title]) => {
    const { share, used, unused } = splitCounts(coverage[kind])
    const names = kind === 'errors' ? [] : unused.map(({ name }) => sanitizeLine(name))
    return [`${title}: ${share}`, ...wrap('  used     ', used.map(usedText)), ...wrap('  not yet  ', names)]
  })
  return [...lines, 'All names: --coverage coverage.json']
}

function splitCounts(all: readonly Count[]) {
  const used = all.filter(({ count }) => count > 0)
  const share = all.length ? `${used.length} of ${all.length}` : 'none'
  return { share, used, unused: all.filter(({ count }) => count === 0) }
}

const COLUMNS = 100
const MAX_LINES = 4

/** Joins names to at most `MAX_LINES` lines, which are indented below the head. */
function wrap(head: string, names: readonly string[]): string[] {
  const lines: string[] = []
  for (const [i, name] of names.entries()) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + name.length + 2 <= COLUMNS) lines[lines.length - 1] = `${line}, ${name}`
    else if (lines.length === MAX_LINES) return [...lines, `${' '.repeat(head.length)}and ${names.length - i} more`]
    else lines.push((line === undefined ? head : ' '.repeat(head.length)) + name)
  }
  return lines
}
