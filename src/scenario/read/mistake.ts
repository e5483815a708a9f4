// What is wrong in a scenario file, where, and what to write instead.

import { Problem } from '../../lib/problem.ts'
import { type Place, placeText } from '../place.ts'

export interface Mistake {
  at: Place
  message: string
  hint: string
}

const MOST_SHOWN = 10

export function mistakesProblem(mistakes: readonly Mistake[]): Problem {
  const lines = mistakes
    .slice(0, MOST_SHOWN)
    .map(({ at, message, hint }) => `${placeText(at)}: ${message} ${hint}`.trim())
  const more = mistakes.length - lines.length
  const count = mistakes.length === 1 ? 'One mistake' : `${mistakes.length} mistakes`
  const hint = `${count}; nothing was run. \`bot-emulator schema\` prints the schema for an editor.`
  return new Problem('bad-scenario', [...lines, ...(more ? [`and ${more} more`] : [])].join('\n'), hint, { mistakes })
}
