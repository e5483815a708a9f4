// The inspector: beside the panes if there is room, else on top of them.

import type { PaneView, Room } from '../panes/pane.ts'
import { shownOf } from '../panes/window.ts'
import type { State } from '../state/state.ts'
import type { Line } from '../text/line.ts'
import { inspectorLines, inspectorTitle } from './inspector-lines.ts'

export function inspectorPane(state: State, { height }: Room, isHere: boolean): PaneView {
  const lines = inspectorLines(state)
  const at = Math.min(state.inspector.line, lines.length - 1)
  const next = lines.findIndex(({ isMore }, i) => i > at && !isMore)
  const shown = shownOf(lines, at, height).map(({ item: { pieces, indent = 0, isMore = false }, i }): Line => {
    const isChosen = isHere && (i === at || (isMore && i > at && (next < 0 || i < next)))
    const mark = isChosen && !isMore ? '> ' : '  '
    return { pieces: [[mark + ' '.repeat(indent)], ...pieces], on: { line: i }, isChosen }
  })
  return { title: inspectorTitle(state), lines: shown }
}
