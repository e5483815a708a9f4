// Mistakes in scenario, world and settings files, with their locations and hints.

import { Problem } from '../../../lib/problem.ts'
import { type Location, locationText } from '../location.ts'

export interface Mistake {
  at: Location
  message: string
  hint: string
}

export const missingFile = (at: Location, name: string): Mistake => ({
  at,
  message: `The file ${name} does not exist.`,
  hint: 'Write the path relative to the file that contains it.',
})

const MAX_SHOWN = 20

/** The end of the error message, by error code: what the emulator did not do because of the mistakes. */
const CONSEQUENCES = {
  'bad-scenario': 'nothing was run. `npx bot-emulator schema` prints the schema for an editor.',
  'bad-world': 'nothing was started.',
  'bad-setting': 'nothing was started.',
}

export function mistakesProblem(code: keyof typeof CONSEQUENCES, all: readonly Mistake[]): Problem {
  const mistakes = sortedAndUnique(all)
  const lines = mistakes
    .slice(0, MAX_SHOWN)
    .map(({ at, message, hint }) => `${locationText(at)}: ${message} ${hint}`.trim())
  const more = mistakes.length - lines.length
  const count = mistakes.length === 1 ? 'One mistake' : `${mistakes.length} mistakes`
  const message = [...lines, ...(more ? [`and ${more} more`] : []), `${count}; ${CONSEQUENCES[code]}`].join('\n')
  return new Problem(code, message, '', { mistakes })
}

/** Sorts the mistakes by location. Removes duplicates, which occur if a file is included twice. */
function sortedAndUnique(mistakes: readonly Mistake[]): Mistake[] {
  const unique = new Map(mistakes.map((each) => [`${locationText(each.at)} ${each.message}`, each]))
  const files = [...new Set(mistakes.map(({ at }) => at.file))]
  const fileIndex = ({ file }: Location) => files.indexOf(file)
  return [...unique.values()].sort(
    ({ at: a }, { at: b }) => fileIndex(a) - fileIndex(b) || a.line - b.line || a.column - b.column,
  )
}
