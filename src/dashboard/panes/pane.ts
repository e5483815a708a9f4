// Panes: functions of the state and their size.

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

export type Pane = (state: State, room: Room, isFocused: boolean) => PaneView

export const inside = ({ width, height }: Room, look: Look): Room =>
  look.isSpoken ? { width, height: height - 1 } : { width: width - 4, height: height - 2 }
