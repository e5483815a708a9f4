// A pane: a function of the state and the room inside its frame.

import type { State } from '../state/state.ts'
import type { Look } from '../terminal/look.ts'
import type { Line } from '../text/line.ts'

export interface Room {
  width: number
  height: number
}

export interface PaneView {
  title: string
  lines: readonly Line[]
}

export type Pane = (state: State, room: Room, isHere: boolean) => PaneView

/** The room inside a frame. */
export const inside = ({ width, height }: Room, look: Look): Room =>
  look.spoken ? { width, height: height - 1 } : { width: width - 4, height: height - 2 }
