// When frames are drawn: whatever happens in one moment, and in a flood in one frame, is one drawing.

import type { Frames } from '../app.ts'
import type { State } from '../state/state.ts'
import { screen } from '../view/screen.ts'
import { toAnsi } from './theme.ts'

export interface Painter extends Frames {
  soon(): void
  now(): void
  stop(): void
}

const FRAME_MS = 12

export const rowsOf = (state: State): readonly string[] => screen(state).map((line) => toAnsi(line, state.look))

export function createPainter(state: () => State): Painter {
  const listeners = new Set<() => void>()
  let rows = rowsOf(state())
  let waiting: NodeJS.Timeout | undefined

  function paint() {
    waiting = undefined
    rows = rowsOf(state())
    for (const listener of listeners) listener()
  }

  return {
    rows: () => rows,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    soon() {
      waiting ??= setTimeout(paint, FRAME_MS)
    },
    now() {
      clearTimeout(waiting)
      paint()
    },
    stop: () => clearTimeout(waiting),
  }
}
