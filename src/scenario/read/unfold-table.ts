// A scenario with a table: one for each row, with a name of its own.

import type { Params } from '../scenario.ts'
import { hasVariable, substituted } from '../variables.ts'
import type { Mistake } from './mistake.ts'
import type { WrittenScenario } from './schema/file-schema.ts'
import type { Path, Source } from './source.ts'

type WithTable = Pick<WrittenScenario, 'name' | 'each'>

export const columnsOf = ({ each }: WithTable): string[] => Object.keys(each?.[0] ?? {})

export const unfolded = (scenario: WithTable): { row: Params; name: string }[] =>
  (scenario.each ?? [{}]).map((row, n) => ({ row, name: nameFor(scenario, row, n) }))

export function rowMistakes(source: Source, path: Path, scenario: WithTable): Mistake[] {
  return (scenario.each ?? []).flatMap((row, i) =>
    columnsOf(scenario)
      .filter((column) => !(column in row))
      .map((column) => ({
        at: source.placeOf([...path, 'each', i]),
        message: `This row lacks "${column}".`,
        hint: 'All rows of a table have the same columns.',
      })),
  )
}

/** A row is known by its values, unless the name has some of them already. */
function nameFor({ name, each }: WithTable, row: Params, n: number): string {
  if (!each) return name
  if (hasVariable(name)) return String(substituted(name, row))
  const values = Object.entries(row).map(
    ([key, value]) => `${key}: ${typeof value === 'object' ? JSON.stringify(value) : value}`,
  )
  return `${name} (${values.join(', ') || n + 1})`
}
