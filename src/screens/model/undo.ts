// Actions of people, and their undo and redo by snapshots that are taken before them.

import { type Signal, signal } from '@preact/signals-core'
import type { ActionParamsOf, ActionResultOf, Client, Values } from '../../control/client/client.ts'
import type { ActionDescription, SnapshotView } from '../../control/contract/service.ts'
import { Problem } from '../../lib/problem.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import type { createTimekeeper } from './timekeeper.ts'

/**
 * A snapshot that undo has taken. If the stored snapshot of this name has another `made_at`, another screen has
 * replaced it. `clockAheadMs` is the emulator's time minus real time; null if the clock was frozen.
 */
type UndoSnapshot = Pick<SnapshotView, 'name' | 'made_at'> & { clockAheadMs: number | null }

interface UndoStep {
  action: string
  params: Values
  before: UndoSnapshot
}

interface UndoSteps {
  steps: readonly UndoStep[]
  /** The number of steps that are not undone. */
  inEffect: number
}

/**
 * True if the model takes a snapshot before each action that declares itself undoable. A function chooses the actions
 * instead.
 */
export type Undoable = boolean | ((action: string) => boolean)

const MAX_STEPS = 20
const LATEST = 'undo-latest'
const UNDO_NAME = /^undo-(\d+|latest)$/

/** True for the name of a snapshot that undo has taken, not a user. */
export const isUndoSnapshot = (name: string) => UNDO_NAME.test(name)

interface Parts {
  actions: Signal<readonly ActionDescription[] | undefined>
  time: ReturnType<typeof createTimekeeper>
  isRecording(): boolean
  undoable: Undoable
}

export function createUndo(client: Client, { actions, time, isRecording, undoable }: Parts) {
  const undoSteps = signal<UndoSteps>({ steps: [], inEffect: 0 })
  let count = 0
  /** The snapshot that was taken before the first undo. It is restored when all undone steps are redone. */
  let latest: UndoSnapshot | undefined

  async function isUndoable(name: string) {
    if (typeof undoable === 'function') return undoable(name)
    if (!undoable) return false
    actions.value = actions.peek() ?? (await client.actions())
    return actions.peek()?.find((one) => one.name === name)?.undoable === true
  }

  async function takeSnapshot(name: string): Promise<UndoSnapshot> {
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
      const newLatest = isFirstUndo ? await takeSnapshot(LATEST) : latest
      if (target) await restore(target)
      latest = newLatest
      undoSteps.value = { steps, inEffect: inEffect + by }
      return { action: step.action }
    })

  return {
    undoSteps,
    /** Restores the world before the latest step in effect. Tells which action was undone. */
    undo: () => go(-1),
    redo: () => go(1),
    /** Performs an action as a person. Never throws. An undoable action becomes a step, unless it is recorded. */
    perform: <const Name extends string>(
      action: Name,
      ...params: ActionParamsOf<Name>
    ): Promise<Outcome<ActionResultOf<Name>>> =>
      outcomeOf(async () => {
        const isStep = (await isUndoable(action)) && !isRecording()
        const before = isStep ? await takeSnapshot(`undo-${count++ % (MAX_STEPS + 1)}`) : undefined
        const result = await client.perform(action, ...params)
        if (before) {
          // Undone steps can no longer be redone.
          const { steps, inEffect } = undoSteps.peek()
          const all = [...steps.slice(0, inEffect), { action, params: params[0] ?? {}, before }].slice(-MAX_STEPS)
          undoSteps.value = { steps: all, inEffect: all.length }
        }
        return result
      }),
  }
}
