// What views draw: lines of styled pieces of text, cut and filled to the cells they have.

import { clip, safe, width } from './text.ts'

export type Style =
  | 'plain'
  | 'dim'
  | 'strong'
  | 'me'
  | 'bot'
  | 'person'
  | 'good'
  | 'bad'
  | 'warn'
  | 'key'
  | 'button'
  | 'chosen'
  | 'mark'
  | 'edge'
  | 'edge-here'

/** A cell of a picture: the colours of its upper and its lower half. */
export interface Halves {
  upper: number
  lower: number
}

export interface Span {
  text: string
  style: Style | Halves
}

export type Line = readonly Span[]

/** The only way into a line: whatever was written, what comes out is safe to print. */
export const span = (text: string, style: Style | Halves = 'plain'): Span => ({ text: safe(text), style })

export const lineWidth = (spans: Line) => spans.reduce((sum, one) => sum + width(one.text), 0)

/** Exactly so many cells: cut with a mark, or filled with spaces. */
export function filled(spans: Line, room: number, more = '…'): Line {
  const made: Span[] = []
  let left = room
  for (const [i, one] of spans.entries()) {
    const wide = width(one.text)
    const isLast = spans.slice(i + 1).every((later) => later.text === '')
    if (wide > left || (wide === left && !isLast)) {
      made.push(span(clip(wide > left ? one.text : `${one.text} `, left, more), one.style))
      left -= width(made.at(-1)!.text)
      break
    }
    made.push(one)
    left -= wide
  }
  if (left > 0) made.push(span(' '.repeat(left), fillStyle(made)))
  return made
}

/** A chosen line is chosen to its end. */
const fillStyle = (spans: Span[]) => (spans.at(-1)?.style === 'chosen' ? 'chosen' : 'plain')

/** Left and right on one line; the left gives way. */
export function spread(left: Line, right: Line, room: number, more = '…'): Line {
  const wide = lineWidth(right)
  if (wide + 2 > room) return filled(left, room, more)
  return [...filled(left, room - wide, more), ...right]
}

export const indent = (spans: Line, by: number): Line => [span(' '.repeat(Math.max(0, by))), ...spans]

/** The same words in another style, as for the line that is chosen. */
export const restyled = (spans: Line, style: Style): Line => spans.map((one) => span(one.text, style))
