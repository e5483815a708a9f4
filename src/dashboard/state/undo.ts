// Undo and redo of actions, by a bounded number of snapshots taken before them.

import { showToast, withEffects } from './change.ts'
import type { UndoSnapshot } from './model.ts'
import type { State } from './state.ts'

const MAX_STEPS = 20
const LATEST = 'undo-latest'
const UNDO_NAME = /^undo-\d+$/

export const nextSnapshotName = ({ undo }: State) => `undo-${undo.snapshotCount % (MAX_STEPS + 1)}`

/** Returns undefined for a snapshot that a user has named. */
export function undoSnapshotLabel({ undo }: State, name: string): string | undefined {
  if (name === LATEST) return 'before the undo'
  const step = undo.steps.find(({ before }) => before.name === name)
  if (step) return `before ${step.action}`
  return UNDO_NAME.test(name) ? 'before an earlier action' : undefined
}

export const userSnapshotsFirst =
  (state: State) =>
  (one: string, other: string): number =>
    Number(undoSnapshotLabel(state, one) !== undefined) - Number(undoSnapshotLabel(state, other) !== undefined)

/** Adds a performed action. Undone steps are dropped, so they cannot be redone any more. */
export function withUndoStep(state: State, action: string, before: UndoSnapshot, screen: State): State {
  const { steps, inEffect, snapshotCount, latest } = state.undo
  const all = [...steps.slice(0, inEffect), { action, before, screen: withoutPast(screen) }].slice(-MAX_STEPS)
  return {
    ...state,
    shownStep: null,
    undo: { steps: all, latest, inEffect: all.length, snapshotCount: snapshotCount + 1 },
  }
}

/** Removes the steps from a state that is kept in a step, so that no step keeps all earlier ones. */
const withoutPast = (state: State): State => ({
  ...state,
  undo: { ...state.undo, steps: [] },
  overlays: [],
  toast: null,
})

export function showStep(state: State, by: number): State {
  const { inEffect } = state.undo
  const to = Math.max(0, (state.shownStep ?? inEffect) + by)
  if (inEffect === 0)
    return showToast(state, 'You have not performed any action yet, so there is nothing to go back to.')
  return { ...state, shownStep: to >= inEffect ? null : to }
}

/** Restores the world before the shown step. Redo brings the steps after it back. */
export function goOnFromStep(state: State): State {
  if (state.recording) return showToast({ ...state, shownStep: null }, WHILE_RECORDING)
  const { steps, inEffect } = state.undo
  const step = state.shownStep === null ? undefined : steps[state.shownStep]
  if (!step || state.shownStep === null) return state
  const keep = inEffect === steps.length ? LATEST : null
  const toast = `You go on before: ${step.action}. ] redoes it.`
  return withEffects(
    { ...state, shownStep: null },
    { do: 'restore', to: state.shownStep, keep, restore: step.before, toast },
  )
}

export function shownState(state: State): State {
  const { shownStep, undo } = state
  const before = shownStep === null ? undefined : undo.steps[shownStep]?.screen
  if (!before) return state
  const { size, look, toast, overlays, focus } = state
  return { ...before, size, look, toast, overlays, focus, undo, shownStep }
}

const WHILE_RECORDING = 'Undo is off during a recording. R stops and saves it.'

export function undo(state: State): State {
  if (state.recording) return showToast(state, WHILE_RECORDING)
  const { steps, inEffect } = state.undo
  const last = steps[inEffect - 1]
  if (!last) return showToast(state, 'Nothing to undo.')
  const keep = inEffect === steps.length ? LATEST : null
  return withEffects(state, {
    do: 'restore',
    to: inEffect - 1,
    keep,
    restore: last.before,
    toast: `undone: ${last.action}`,
  })
}

export function redo(state: State): State {
  if (state.recording) return showToast(state, WHILE_RECORDING)
  const { steps, inEffect, latest } = state.undo
  const next = steps[inEffect]
  const restore = steps[inEffect + 1]?.before ?? latest
  if (!next || !restore) return showToast(state, 'Nothing to redo.')
  return withEffects(state, { do: 'restore', to: inEffect + 1, keep: null, restore, toast: `redone: ${next.action}` })
}
