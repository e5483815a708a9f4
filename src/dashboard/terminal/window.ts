// Which part of a long list is drawn: never more lines than there is room for.

import type { Line } from './line.ts'

/**
 * The lines around the chosen block, or the last ones when none is chosen.
 * Blocks are drawn only as far as they are seen, so a long list costs no more than a short one.
 */
export function around(
  count: number,
  block: (i: number) => readonly Line[],
  chosen: number | null,
  room: number,
): Line[] {
  if (count === 0 || room <= 0) return []
  if (chosen === null) return tail(count, block, room)
  const lines = block(chosen).slice(0, room)
  let above = chosen - 1
  let below = chosen + 1
  let under = 0
  const half = Math.floor((room - lines.length) / 2)
  const made: Line[] = [...lines]
  while (under < half && below < count) {
    const more = block(below++)
    made.push(...more)
    under += more.length
  }
  while (made.length < room && above >= 0) made.unshift(...block(above--))
  while (made.length < room && below < count) made.push(...block(below++))
  return trimAround(made, lines, room)
}

function tail(count: number, block: (i: number) => readonly Line[], room: number): Line[] {
  const made: Line[] = []
  for (let i = count - 1; i >= 0 && made.length < room; i--) made.unshift(...block(i))
  return made.slice(-room)
}

/** Cuts what is too much at the end that is farther from the chosen lines. */
function trimAround(made: Line[], chosen: readonly Line[], room: number): Line[] {
  const first = made.indexOf(chosen[0]!)
  const tooMuch = Math.max(0, made.length - room)
  const below = made.length - first - chosen.length
  const fromBelow = Math.min(tooMuch, Math.max(0, below - Math.floor((room - chosen.length) / 2)))
  const from = Math.min(tooMuch - fromBelow, first)
  return made.slice(from, from + room)
}

/** The first line shown of a list whose lines are one row each. */
export function firstShown(count: number, chosen: number, room: number): number {
  return Math.max(0, Math.min(chosen - Math.floor(room / 2), count - room))
}
