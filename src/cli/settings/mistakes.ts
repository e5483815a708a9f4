// All that is wrong in a file of settings or of a world, each with its place, and nothing is started.

import { Problem } from '../../lib/problem.ts'
import { placeText } from '../../scenario/place-in-file.ts'
import type { Mistake } from '../../scenario/read/mistake.ts'

const MAX_SHOWN = 20

export function mistakesIn(code: string, mistakes: readonly Mistake[]): Problem {
  const inOrder = [...mistakes].sort(({ at: a }, { at: b }) => a.line - b.line || a.column - b.column)
  const lines = inOrder.map(({ at, message, hint }) => `${placeText(at)}: ${message} ${hint}`.trim())
  const more = lines.length - MAX_SHOWN
  const count = lines.length === 1 ? 'One mistake' : `${lines.length} mistakes`
  const end = `${count}; nothing was started.`
  // What to do stands in each line.
  const message = [...lines.slice(0, MAX_SHOWN), ...(more > 0 ? [`and ${more} more`] : []), end].join('\n')
  return new Problem(code, message, '', { mistakes })
}
