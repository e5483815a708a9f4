// What was exercised, as a table for people: each kind with how much of it, and what is missing.

import type { Count, Coverage } from '../coverage.ts'
import { clean } from './clean.ts'

const KINDS = [
  ['operations', 'operations'],
  ['update_types', 'update types'],
  ['errors', 'documented errors'],
  ['buttons', 'buttons shown'],
] as const

export function coverageLines(coverage: Coverage): string[] {
  return KINDS.flatMap(([kind, title]) => {
    const all = coverage[kind]
    const seen = all.filter(({ count }) => count > 0)
    const share = all.length ? `${seen.length} of ${all.length}` : 'none'
    return [`${title}: ${share}`, ...part('  used   ', seen, true), ...part('  not yet', all.filter(isMissing), false)]
  })
}

const isMissing = ({ count }: Count) => count === 0

function part(head: string, counts: readonly Count[], times: boolean): string[] {
  return counts.map(({ name, count }) => `${head}  ${clean(name)}${times ? ` × ${count}` : ''}`)
}
