// What stands at a cell of the screen: the panes' rows are made once more, and looked through for what they say they are.

import { isValidElement, type ReactNode } from 'react'
import { paneOf, panesFor } from '../../state/layout.ts'
import type { Pane, State } from '../../state/state.ts'
import type { Pointed, Target } from '../../state/target.ts'
import { width } from '../../text/cells.ts'
import { onTopOf, placeOf, roomOf, rowsOf } from '../on-top/overlay-box.tsx'
import { inside, type Room } from './pane.tsx'
import { layoutOf, PANES } from './screen.tsx'

export function targetAt(state: State, x: number, y: number): Pointed {
  const { room, composer, bottom } = layoutOf(state)
  if (y === 0) return { place: 'header', on: {} }
  const below = y - 1 - room.height
  if (below >= composer.length) return { place: 'bottom', on: onAt(bottom, x, below - composer.length) }
  if (below >= 0) return { place: 'compose', on: onAt(composer, x, below) }
  const top = onTopOf(state).at(-1)
  if (top) {
    const box = roomOf(state, top, room)
    const place = top.kind === 'inspector' ? 'inspector' : 'top'
    return within(box, placeOf(box, room), x, y - 1, place, () => rowsOf(state, top, inside(box, state.look)))
  }
  let left = 0
  for (const [name, width] of panesFor(state)) {
    const box = { width, height: room.height }
    if (x < left + width) return within(box, { left, top: 0 }, x, y - 1, name, () => paneRows(state, name, box))
    left += width
  }
  return { place: 'behind', on: {} }
}

/** What stands inside a frame; nothing does on the frame itself. */
function within(
  { width, height }: Room,
  { left, top }: { left: number; top: number },
  x: number,
  y: number,
  place: Pointed['place'],
  rows: () => readonly ReactNode[],
): Pointed {
  const [across, down] = [x - left, y - top]
  if (across < 0 || across >= width || down < 0 || down >= height) return { place: 'behind', on: {} }
  const isEdge = down === 0 || down === height - 1
  return { place, on: isEdge ? {} : onAt(rows(), across - EDGE, down - 1) }
}

function paneRows(state: State, name: Pane, room: Room): readonly ReactNode[] {
  const pane = PANES[name].View({ state, room, isHere: name === paneOf(state) })
  return isValidElement<Shown>(pane) ? [pane.props.children].flat() : []
}

/** The frame and the cell after it. */
const EDGE = 2

interface Shown {
  children?: ReactNode
  on?: Target
  indent?: number
  height?: number
}

function onAt(rows: readonly ReactNode[], x: number, y: number): Target {
  let above = 0
  for (const row of rows) {
    const { height = 1, ...shown }: Shown = isValidElement<Shown>(row) ? row.props : {}
    above += height
    if (above > y) return { ...shown.on, ...partAt(shown.children, x - (shown.indent ?? 0)).on }
  }
  return {}
}

/** Words stand side by side, each as wide as it is drawn. */
function partAt(node: ReactNode, x: number): { cells: number; on: Target } {
  if (Array.isArray(node)) {
    let [cells, on] = [0, {}]
    for (const one of node) {
      const part = partAt(one, x - cells)
      cells += part.cells
      on = { ...on, ...part.on }
    }
    return { cells, on }
  }
  if (!isValidElement<Shown>(node)) return { cells: typeof node === 'string' ? width(node) : 0, on: {} }
  const { cells, on } = partAt(node.props.children, x)
  return { cells, on: x >= 0 && x < cells ? { ...node.props.on, ...on } : {} }
}
