// Undo and redo of actions, by snapshots that are taken before them.

import { signal } from '@preact/signals-core'
import type { Client, Values } from '../../control/client/client.ts'
import type { SnapshotView } from '../../control/contract/service.ts'
import { Problem } from '../../lib/problem.ts'
import { outcomeOf } from './outcome.ts'
import type { createTimekeeper } from './timekeeper.ts'

/**
 * A snapshot that undo has taken. If the stored snapshot of this name has another `made_at`, another screen has
 * replaced it. `clockAheadMs` is the emulator's time minus real time; null if the clock was frozen.
 */
type UndoSnapshot = Pick<SnapshotView, 'name' | 'made_at'> & { clockAheadMs: number | null }

export interface UndoStep {
  action: string
  params: Values
  before: UndoSnapshot
}

export interface UndoSteps {
  steps: readonly UndoStep[]
  /** The number of steps that are not undone. */
  inEffect: number
}

/**
 * True if the model takes a snapshot before each action that declares itself undoable. A function chooses the actions
 * instead.
 */
export type Undoable = boolean | ((action: string) => boolean)

export type Undo = ReturnType<typeof createUndo>

const MAX_STEPS = 20
const LATEST = 'undo-latest'
const UNDO_NAME = /^undo-(\d+|latest)$/

/** True for the name of a snapshot that undo has taken, not a user. */
export const isUndoSnapshot = (name: string) => UNDO_NAME.test(name)

export function createUndo(client: Client, time: ReturnType<typeof createTimekeeper>, isRecording: () => boolean) {
  const undoSteps = signal<UndoSteps>({ steps: [], inEffect: 0 })
  let count = 0
  /** The snapshot that was taken before the first undo. It is restored when all undone steps are redone. */
  let latest: UndoSnapshot | undefined

  async function takeNamedSnapshot(name: string): Promise<UndoSnapshot> {
    const { now, frozen, seenMs } = time.clock.peek()
    const { made_at } = await client.perform('snapshot', { name })
    return { name, made_at, clockAheadMs: frozen ? null : now * 1000 - seenMs }
  }

  async function restore({ name, made_at, clockAheadMs }: UndoSnapshot) {
    const stored = (await client.view('/snapshots')).find((one) => one.name === name)
    if (stored?.made_at !== made_at)
      throw new Problem(
        'kept-anew',
        'The world cannot be restored: another screen has replaced the snapshot taken before the action.',
        'You can still undo newer actions.',
      )
    await client.perform('restore', { name })
    // A restore sets the clock back as well. A clock that was not frozen then advances by the time since the snapshot.
    if (clockAheadMs !== null)
      await client.perform('setClock', { at: (time.nowMs() + clockAheadMs) / 1000 }).catch(() => undefined)
  }

  const go = (by: -1 | 1) =>
    outcomeOf(async () => {
      const { steps, inEffect } = undoSteps.peek()
      const step = steps[by < 0 ? inEffect - 1 : inEffect]
      if (isRecording()) throw new Problem('recording', 'Undo is off during a recording.', 'Stop the recording first.')
      if (!step) throw new Problem('no-step', by < 0 ? 'Nothing to undo.' : 'Nothing to redo.', '')
      const target = by < 0 ? step.before : (steps[inEffect + 1]?.before ?? latest)
      const isFirstUndo = inEffect === steps.length
      const newLatest = isFirstUndo ? await takeNamedSnapshot(LATEST) : latest
      if (target) await restore(target)
      latest = newLatest
      undoSteps.value = { steps, inEffect: inEffect + by }
      return { action: step.action }
    })

  return {
    undoSteps,
    undo: () => go(-1),
    redo: () => go(1),
    /** Takes the snapshot of the next step; undefined during a recording. */
    takeSnapshot: async () => (isRecording() ? undefined : takeNamedSnapshot(`undo-${count++ % (MAX_STEPS + 1)}`)),
    /** Adds a step for an action that was just performed. Drops undone steps, which can no longer be redone. */
    addStep(step: UndoStep) {
      const { steps, inEffect } = undoSteps.peek()
      const all = [...steps.slice(0, inEffect), step].slice(-MAX_STEPS)
      undoSteps.value = { steps: all, inEffect: all.length }
    },
  }
}
