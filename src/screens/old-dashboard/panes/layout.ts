// Divides the screen's height among the header, panes, composer and bottom lines.

import { visiblePanes } from '../state/layout.ts'
import { openBot } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { truncate, wrap } from '../text/cells.ts'
import { type Line, lineOf, textLines } from '../text/line.ts'
import { signsOf } from '../text/style.ts'
import { isCommandDrawn, isStartCommandShown, startCommand } from '../traffic/program.ts'
import { composerLines } from './composer.ts'
import { firstVisibleRow, hiddenRowCount } from './conversation-pane.ts'
import { inside, type Room } from './lists.ts'

const MAX_TOAST_LINES = 3

export function toastLines({ toast, shownStep, undo }: State, room: number): Line[] {
  const step = shownStep === null ? undefined : undo.steps[shownStep]
  if (step) {
    const text = `read-only: before ${step.action} (${(shownStep ?? 0) + 1} of ${undo.inEffect})`
    return [{ pieces: [[truncate(text, room - 2), 'warn']], indent: 1 }]
  }
  if (!toast) return []
  const lines = wrap(toast.text, room - 2).slice(0, MAX_TOAST_LINES)
  return lines.map((line) => ({ pieces: [[line, toast.isError ? 'bad' : 'good']], indent: 1 }))
}

/** Returns the command that starts the user's bot. It gets the whole width, so that its token is rarely wrapped. */
export function startLines(state: State, room: number): Line[] {
  const bot = isStartCommandShown(state) && isCommandDrawn(state) ? openBot(state) : undefined
  return bot ? textLines(startCommand(state, bot), room - 1, 'strong', 1) : []
}

/** If more rows than this are left above the bottom lines, the composer is drawn inside the conversation pane. */
const MIN_HEIGHT = 8
const MIN_ROWS_WITH_RULE = 20

export function layoutOf(state: State) {
  const { columns, rows } = state.size
  const bottom = Math.min(rows, startLines(state, columns).length + Math.max(1, toastLines(state, columns).length))
  const spare = rows - bottom
  const panes = visiblePanes(state)
  const at = panes.findIndex(([name]) => name === 'conversation')
  const isInChat = at >= 0 && !state.find && !state.look.isSpoken && spare > MIN_HEIGHT
  const left = isInChat ? panes.slice(0, at).reduce((sum, [, width]) => sum + width, 2) : 0
  const width = isInChat ? inside({ width: panes[at]![1], height: 0 }, state.look).width : columns
  const isHidden = at < 0 && !state.find && !state.look.isSpoken && spare > MIN_HEIGHT
  const written = isHidden ? [] : composerLines(state, width, Math.min(spare, Math.max(1, Math.floor(rows / 3))))
  const hasRule = isInChat && written.length > 0 && rows >= MIN_ROWS_WITH_RULE
  const rule = lineOf([signsOf(state.look).edge.top.repeat(width), 'dim'])
  const lines = hasRule ? [rule, ...written] : written
  const composer = { lines, left, width, isInChat }
  const room: Room = { width: columns, height: spare - (isInChat ? 0 : lines.length) - 1 }
  return { bottom, composer, room }
}

export function scrollOfSelected(state: State): { from: number; hidden: number } {
  const width = visiblePanes(state).find(([name]) => name === 'conversation')?.[1]
  const { room, composer } = layoutOf(state)
  const height = room.height - (composer.isInChat ? composer.lines.length : 0)
  const hidden = width === undefined ? 0 : hiddenRowCount(state, inside({ width, height }, state.look))
  return { from: firstVisibleRow(state, hidden), hidden }
}

export function pictureRoom(state: State) {
  return { left: 2, top: 2, ...inside(layoutOf(state).room, state.look) }
}
