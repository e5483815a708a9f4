// What is wrong in a file of scenarios, of a world or of settings, where, and what to write instead.

import { Problem } from '../../lib/problem.ts'
import { type Place, placeText } from '../place-in-file.ts'

export interface Mistake {
  at: Place
  message: string
  hint: string
}

const MAX_SHOWN = 20

/** What they keep from being done. */
const NOT_DONE = {
  'bad-scenario': 'nothing was run. `bot-emulator schema` prints the schema for an editor.',
  'bad-world': 'nothing was started.',
  'bad-setting': 'nothing was started.',
}

/** All of them at once. */
export function mistakesProblem(code: keyof typeof NOT_DONE, all: readonly Mistake[]): Problem {
  const mistakes = inOrder(all)
  const lines = mistakes
    .slice(0, MAX_SHOWN)
    .map(({ at, message, hint }) => `${placeText(at)}: ${message} ${hint}`.trim())
  const more = mistakes.length - lines.length
  const count = mistakes.length === 1 ? 'One mistake' : `${mistakes.length} mistakes`
  // What to do stands in each line.
  const message = [...lines, ...(more ? [`and ${more} more`] : []), `${count}; ${NOT_DONE[code]}`].join('\n')
  return new Problem(code, message, '', { mistakes })
}

/** File by file from the top. What several files include is read for each of them, and reported once. */
function inOrder(mistakes: readonly Mistake[]): Mistake[] {
  const once = new Map(mistakes.map((each) => [`${placeText(each.at)} ${each.message}`, each]))
  const files = [...new Set(mistakes.map(({ at }) => at.file))]
  const place = ({ file }: Place) => files.indexOf(file)
  return [...once.values()].sort(
    ({ at: a }, { at: b }) => place(a) - place(b) || a.line - b.line || a.column - b.column,
  )
}
