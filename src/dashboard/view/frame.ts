// A pane's frame: a title in its upper edge, lines rows to its width, exactly as high as it is given.

import { filled, type Line, type Span, span } from '../terminal/line.ts'
import { clip, width } from '../terminal/text.ts'
import type { Look } from '../terminal/theme.ts'
import { signsOf } from '../terminal/theme.ts'

export interface Room {
  width: number
  height: number
}

/** What is left inside a frame. */
export const inside = ({ width, height }: Room, look: Look): Room =>
  look.spoken ? { width, height: height - 1 } : { width: width - 4, height: height - 2 }

export function framed(title: string, lines: readonly Line[], room: Room, look: Look, isHere: boolean): Line[] {
  const signs = signsOf(look)
  const inner = inside(room, look)
  const rows = Array.from({ length: Math.max(0, inner.height) }, (_, i) =>
    filled(lines[i] ?? [], inner.width, signs.more),
  )
  if (look.spoken) return [filled([span(title, 'strong')], room.width, signs.more), ...rows]
  const edge = isHere ? signs.edgeHere : signs.edge
  const style = isHere ? 'edge-here' : 'edge'
  const side = (text: string): Span => span(text, style)
  const name = clip(title, room.width - 6, signs.more)
  const rest = edge.h.repeat(Math.max(0, room.width - 5 - width(name)))
  return [
    [side(`${edge.tl}${edge.h} `), span(name, isHere ? 'strong' : 'plain'), side(` ${rest}${edge.tr}`)],
    ...rows.map((one): Line => [side(`${edge.v} `), ...one, side(` ${edge.v}`)]),
    [side(`${edge.bl}${edge.h.repeat(room.width - 2)}${edge.br}`)],
  ]
}
