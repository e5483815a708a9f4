// Undo and redo of actions, by a bounded number of snapshots taken before them.

import { showToast, withEffects } from './change.ts'
import type { UndoSnapshot } from './model.ts'
import type { State } from './state.ts'

const MAX_STEPS = 20
const LATEST = 'undo-latest'
const UNDO_NAME = /^undo-\d+$/

export const nextSnapshotName = ({ undo }: State) => `undo-${undo.snapshotCount % (MAX_STEPS + 1)}`

/**
 * Returns a label such as `before send` for a snapshot taken for undo; undefined for a snapshot that a user has named.
 */
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

/**
 * Adds a performed action to the steps of undo. The steps that were undone are dropped, so they cannot be redone any
 * more.
 */
export function withUndoStep(state: State, action: string, before: UndoSnapshot): State {
  const { steps, inEffect, snapshotCount, latest } = state.undo
  const all = [...steps.slice(0, inEffect), { action, before }].slice(-MAX_STEPS)
  return { ...state, undo: { steps: all, latest, inEffect: all.length, snapshotCount: snapshotCount + 1 } }
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
  return withEffects(state, {
    do: 'restore',
    to: inEffect + 1,
    keep: null,
    restore,
    toast: `redone: ${next.action}`,
  })
}
