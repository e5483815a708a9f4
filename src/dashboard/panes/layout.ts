// The heights of the screen's parts: header, panes, composer and bottom.

import { panesFor } from '../state/layout.ts'
import type { State } from '../state/state.ts'
import { wrap } from '../text/cells.ts'
import type { Line } from '../text/line.ts'
import { composerLines } from './composer.ts'
import { inside, type Room } from './pane.ts'
import { partShown, rowsHidden } from './talk-pane.ts'

const MAX_TOAST_LINES = 3

export function toastLines({ toast }: State, room: number): Line[] {
  if (!toast) return []
  const lines = wrap(toast.text, room - 2).slice(0, MAX_TOAST_LINES)
  return lines.map((line) => ({ pieces: [[line, toast.bad ? 'bad' : 'good']], indent: 1 }))
}

/** The composer, the height of the bottom, and the room between header and composer. */
export function layoutOf(state: State) {
  const { columns, rows } = state.size
  const bottom = Math.min(rows, Math.max(1, toastLines(state, columns).length))
  const spare = rows - bottom
  const composer = composerLines(state, columns, Math.min(spare, Math.max(1, Math.floor(rows / 3))))
  const room: Room = { width: columns, height: spare - composer.length - 1 }
  return { bottom, composer, room }
}

/** The part of the selected message that is shown: its first row, and the number of rows without room. */
export function partOfSelected(state: State): { from: number; hidden: number } {
  const width = panesFor(state).find(([name]) => name === 'talk')?.[1]
  const { height } = layoutOf(state).room
  const hidden = width === undefined ? 0 : rowsHidden(state, inside({ width, height }, state.look))
  return { from: partShown(state, hidden), hidden }
}

/** The cells inside the frame of a picture. */
export function pictureRoom(state: State) {
  return { left: 2, top: 2, ...inside(layoutOf(state).room, state.look) }
}
