// Steps back and forward: the world is kept before each action, a bounded number of times.

import { tell, withEffects } from './change.ts'
import type { Kept } from './model.ts'
import type { State } from './state.ts'

const MAX_STEPS = 20
const LATEST = 'undo-latest'
const NUMBERED = /^undo-\d+$/

export const nextSnapshot = ({ undo }: State) => `undo-${undo.kept % (MAX_STEPS + 1)}`

/** What a snapshot holds that is kept for undoing, in words; nothing of one that somebody has made and named. */
export function keptForUndo({ undo }: State, name: string): string | undefined {
  if (name === LATEST) return 'before undoing'
  const step = undo.steps.find(({ before }) => before.name === name)
  if (step) return `before ${step.action}`
  return NUMBERED.test(name) ? 'before an earlier action' : undefined
}

/** Those that somebody has made and named come first. */
export const namedFirst =
  (state: State) =>
  (one: string, other: string): number =>
    Number(keptForUndo(state, one) !== undefined) - Number(keptForUndo(state, other) !== undefined)

/** What was undone cannot come back after something else was done. */
export function withStep(state: State, action: string, before: Kept): State {
  const { steps, at, kept, latest } = state.undo
  const all = [...steps.slice(0, at), { action, before }].slice(-MAX_STEPS)
  return { ...state, undo: { steps: all, latest, at: all.length, kept: kept + 1 } }
}

const WHILE_RECORDING = 'Nothing is undone while it is recorded; R stops and saves.'

export function undo(state: State): State {
  if (state.recording) return tell(state, WHILE_RECORDING)
  const { steps, at } = state.undo
  const last = steps[at - 1]
  if (!last) return tell(state, 'There is nothing to undo.')
  const keep = at === steps.length ? LATEST : null
  return withEffects(state, { do: 'travel', to: at - 1, keep, restore: last.before, says: `undone: ${last.action}` })
}

export function redo(state: State): State {
  if (state.recording) return tell(state, WHILE_RECORDING)
  const { steps, at, latest } = state.undo
  const next = steps[at]
  const restore = steps[at + 1]?.before ?? latest
  if (!next || !restore) return tell(state, 'There is nothing to do again.')
  return withEffects(state, { do: 'travel', to: at + 1, keep: null, restore, says: `done again: ${next.action}` })
}
