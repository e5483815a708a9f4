// Undo and redo of actions, by a bounded number of snapshots taken before them.

import { showToast, withEffects } from './change.ts'
import type { UndoSnapshot } from './model.ts'
import type { State, UndoStep } from './state.ts'

const MAX_STEPS = 20
const LATEST = 'undo-latest'
const UNDO_NAME = /^undo-\d+$/

/** True while the user's own actions are recorded, not if the steps of a failure that `explore` found are shown. */
export const isRecording = ({ recording }: State) => recording !== null && recording.file === undefined

export const nextSnapshotName = ({ undo }: State) => `undo-${undo.snapshotCount % (MAX_STEPS + 1)}`

/** Returns a label for a snapshot that undo has taken; undefined for a snapshot that a user has named. */
export function undoSnapshotLabel({ undo }: State, name: string): string | undefined {
  if (name === LATEST) return 'before the undo'
  const step = undo.steps.find(({ before }) => before.name === name)
  if (step) return `before ${step.action}`
  return UNDO_NAME.test(name) ? 'the state before an earlier action' : undefined
}

export const userSnapshotsFirst =
  (state: State) =>
  (one: string, other: string): number =>
    Number(undoSnapshotLabel(state, one) !== undefined) - Number(undoSnapshotLabel(state, other) !== undefined)

/** Adds a step for the action that the user has just performed. Drops undone steps, which can no longer be redone. */
export function withUndoStep(state: State, { action, before, screen }: UndoStep): State {
  const { steps, inEffect, snapshotCount, latest } = state.undo
  // The screen that a step keeps does not contain the undo steps, because otherwise each step would keep all earlier
  // steps in memory.
  const past = { ...screen, undo: { ...screen.undo, steps: [] }, overlays: [], toast: null }
  const all = [...steps.slice(0, inEffect), { action, before, screen: past }].slice(-MAX_STEPS)
  return {
    ...state,
    shownStep: null,
    undo: { steps: all, latest, inEffect: all.length, snapshotCount: snapshotCount + 1 },
  }
}

type Restored = { at: number; toast: string; latest: UndoSnapshot | null }

export const withRestored = (state: State, { at, toast, latest }: Restored): State =>
  showToast({ ...state, undo: { ...state.undo, inEffect: at, latest: latest ?? state.undo.latest } }, toast)

export const showStep = (by: number) => (state: State) => {
  const { inEffect } = state.undo
  if (!inEffect) return showToast(state, 'You have not performed any action yet, so there is nothing to go back to.')
  const to = Math.max(0, (state.shownStep ?? inEffect) + by)
  return { ...state, shownStep: to >= inEffect ? null : to }
}

/** Restores the world as it was before the step that is shown. The user can redo this step and all later ones. */
export function goOnFromStep(state: State): State {
  const { shownStep, undo } = state
  const step = shownStep === null ? undefined : undo.steps[shownStep]
  const text = `Restored the moment before: ${step?.action}. Press ] to redo the action.`
  return step && shownStep !== null ? restoreStep({ ...state, shownStep: null }, shownStep, text) : state
}

export function shownState(state: State): State {
  const { shownStep, undo } = state
  const before = shownStep === null ? undefined : undo.steps[shownStep]?.screen
  if (!before) return state
  const { size, look, toast, overlays, focus } = state
  return { ...before, size, look, toast, overlays, focus, undo, shownStep }
}

export function undo(state: State): State {
  const { steps, inEffect } = state.undo
  return restoreStep(state, inEffect - 1, inEffect ? `undone: ${steps[inEffect - 1]?.action}` : 'Nothing to undo.')
}

export function redo(state: State): State {
  const { steps, inEffect } = state.undo
  const next = steps[inEffect]
  return restoreStep(state, next ? inEffect + 1 : -1, next ? `redone: ${next.action}` : 'Nothing to redo.')
}

/** Restores the world as it was after the first `to` steps and shows `text`. Without a snapshot, only shows `text`. */
function restoreStep(state: State, to: number, text: string): State {
  if (isRecording(state))
    return showToast(state, 'Undo is off during a recording. Press R to stop and save the recording.')
  const { steps, inEffect, latest } = state.undo
  const restore = to < 0 ? null : (steps[to]?.before ?? latest)
  if (!restore) return showToast(state, text)
  const keep = inEffect === steps.length ? LATEST : null
  return withEffects(state, { do: 'restore', to, keep, restore, toast: text })
}
