// What was exercised, as a table for people: each kind with how much of it, and what is missing.

import type { Coverage } from '../coverage.ts'
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
    const missing = all.filter(({ count }) => count === 0)
    return [
      `${title}: ${share}`,
      ...seen.map(({ name, count }) => `  used     ${clean(name)} × ${count}`),
      ...missing.map(({ name }) => `  not yet  ${clean(name)}`),
    ]
  })
}
