// The whole screen: which panes there is room for, and what lies on top; always exactly as many lines as are free.

import type { Pane, State } from '../state/state.ts'
import { topOf } from '../state/state.ts'
import { filled, type Line, lineWidth } from '../terminal/line.ts'
import { paneOf } from '../terminal/panes.ts'
import { cells } from '../terminal/text.ts'
import { signsOf } from '../terminal/theme.ts'
import { bottomLines } from './bottom.ts'
import { chatsPane } from './chats.ts'
import { composerLines } from './composer.ts'
import type { Room } from './frame.ts'
import { headerLine } from './header.ts'
import { overlayPane, overlayRoom } from './overlay.ts'
import { talkPane } from './talk.ts'
import { trafficPane } from './traffic.ts'

const PANES = { chats: chatsPane, talk: talkPane, traffic: trafficPane }

export function screen(state: State): Line[] {
  const { columns, rows } = state.size
  const { more } = signsOf(state.look)
  const composer = composerLines(state, columns, Math.max(1, Math.floor(rows / 3)))
  const bottom = bottomLines(state, columns)
  const room = { width: columns, height: rows - 1 - bottom.length - composer.length }
  const top = topOf(state)
  const main = room.height < 3 ? [] : panes(state, room)
  const body = top && room.height >= 3 ? laidOver(main, overlaid(state, room), room) : main
  return [headerLine(state, columns), ...body, ...composer, ...bottom]
    .slice(-rows)
    .map((one) => filled(one, columns, more))
}

function panes(state: State, { width, height }: Room): Line[] {
  const shown = panesFor(state, width)
  const columns = shown.map(([pane, wide]) =>
    PANES[pane](state, { width: wide, height }, pane === paneOf(state) && !topOf(state)),
  )
  return Array.from({ length: height }, (_, y) => columns.flatMap((lines) => lines[y] ?? []))
}

/** One pane at a time where it is narrow, two from 80 cells, three from 120. */
function panesFor(state: State, width: number): [Pane, number][] {
  const here = paneOf(state)
  if (width < 80 || state.look.spoken) return [[here, width]]
  const chats = width >= 160 ? 36 : width >= 120 ? 26 : 24
  if (width >= 120) {
    const traffic = Math.floor(width * (width >= 160 ? 0.42 : 0.35))
    return [
      ['chats', chats],
      ['talk', width - chats - traffic],
      ['traffic', traffic],
    ]
  }
  if (here === 'traffic')
    return [
      ['talk', Math.floor(width / 2)],
      ['traffic', Math.ceil(width / 2)],
    ]
  return [
    ['chats', chats],
    ['talk', width - chats],
  ]
}

function overlaid(state: State, room: Room): { lines: Line[]; x: number; y: number } {
  const top = topOf(state)!
  const own = overlayRoom(state, top, room)
  const x = Math.floor((room.width - own.width) / 2)
  const y = Math.floor((room.height - own.height) / 3)
  return { lines: overlayPane(state, top, own), x, y }
}

/** Puts a box over the lines below it; a wide character that it cuts through gives way to a space. */
function laidOver(
  below: readonly Line[],
  { lines, x, y }: ReturnType<typeof overlaid>,
  { width, height }: Room,
): Line[] {
  return Array.from({ length: height }, (_, i) => {
    const under = filled(below[i] ?? [], width)
    const over = lines[i - y]
    if (!over) return under
    const right = x + lineWidth(over)
    return [...between(under, 0, x), ...over, ...between(under, right, width)]
  })
}

function between(spans: Line, from: number, to: number): Line {
  let at = 0
  return spans.map(({ text, style }) => {
    let kept = ''
    for (const cell of cells(text)) {
      const end = at + cell.width
      if (at >= from && end <= to) kept += cell.text
      else if (end > from && at < to) kept += ' '.repeat(Math.min(end, to) - Math.max(at, from))
      at = end
    }
    return { text: kept, style: typeof style === 'string' ? 'edge' : style }
  })
}
