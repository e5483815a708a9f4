// The outcomes of effects and of time: performed, refused, saved, expired.

import { wholeText } from '../../lib/problem.ts'
import { inputOf } from '../forms/input.ts'
import {
  changed,
  changedOn,
  onTop,
  tell,
  withComposer,
  withEffects,
  withInspector,
  withoutTop,
} from '../state/change.ts'
import { inspectorSource } from '../state/layout.ts'
import { openHandle, toPane } from '../state/roster.ts'
import type { Effect, State } from '../state/state.ts'
import type { Happened } from './happened.ts'

export function performed(state: State, { action, from, result, said }: Happened & { type: 'performed' }): State {
  const created = result as { handle?: string; token?: string } | null
  const isForm = from === 'form'
  const below = isForm && onTop(state, 'form')?.form.busy ? withoutTop(state) : state
  const isNew = action.startsWith('create')
  const news = isNew
    ? `made ${created?.handle}${created?.token ? `, token ${created.token}` : ''}`
    : (said ?? (isForm ? `${action}: done` : undefined))
  const effects: Effect[] = [{ do: 'load', what: 'chats' }]
  if (state.talk.chat === null) effects.push({ do: 'load', what: 'talk' })
  if (isNew || action === 'snapshot') effects.push({ do: 'load', what: 'directory' })
  const done = withEffects(news === undefined ? below : tell(below, news), ...effects)
  const handle = OPENED.has(action) ? created?.handle : undefined
  return handle === undefined ? done : openNew(done, handle)
}

/** Whoever makes a place to talk in wants to talk there. */
const OPENED = new Set(['createBot', 'createGroup', 'createChannel'])

function openNew(state: State, handle: string): State {
  const opened = toPane(openHandle(state, handle), 'compose')
  return withEffects(opened, { do: 'load', what: 'talk' }, { do: 'remember' })
}

export function refused(state: State, { from, message, hint, unsent, about }: Happened & { type: 'refused' }): State {
  const error = wholeText({ message, hint })
  const form = onTop(state, 'form')
  if (from === 'form' && form?.form.busy) return changed(state, { ...form, form: { ...form.form, busy: false, error } })
  const save = onTop(state, 'save')
  if (save) return changed(state, { ...save, error })
  // What was not sent is not lost.
  const { composer } = state
  const isLost = unsent !== undefined && composer.text === ''
  const kept = isLost ? withComposer(state, { ...inputOf(unsent), ...about }) : state
  return tell(kept, `refused: ${error}`, true)
}

/** Folders are read at their own pace: what comes for a path that is no longer written is dropped. */
export const withPaths = (state: State, { path, paths, fileKind }: Happened & { type: 'paths' }): State =>
  changedOn(state, 'form', (top) => {
    const isWritten = top.form.fields.some((field) => field.kind === 'file' && field.input.text === path)
    return isWritten ? { ...top, form: { ...top.form, paths, fileKind } } : top
  })

export function saved(state: State, { path, isRecording }: Happened & { type: 'saved' }): State {
  const below = onTop(state, 'save') ? withoutTop(state) : state
  const after = isRecording ? withInspector({ ...below, recording: null }, { view: 'chosen' }) : below
  return tell(after, `Saved as ${path}.`)
}

/** Its steps are shown as they come. */
export function recordingBegun(state: State): State {
  const recording = { lines: [], edits: {}, failures: null }
  return tell(
    withInspector({ ...state, recording }, { view: 'steps', line: 0, toggledFolds: [] }),
    'Recording; R stops and saves.',
  )
}

export function replayed(state: State, failures: Readonly<Record<number, string>>): State {
  const { recording } = state
  if (!recording) return state
  const count = Object.keys(failures).length
  const says = count ? `${count} of the steps failed.` : 'All steps passed in a copy of the world.'
  return tell({ ...state, recording: { ...recording, failures } }, says, count > 0)
}

/** Whether limits are shown that become free again. */
const isFilling = (state: State): boolean =>
  inspectorSource(state) !== null && (state.inspector.panel?.limits.some(({ used }) => used > 0) ?? false)

export function ticked(state: State, nowMs: number): State {
  const toast = state.toast && state.toast.untilMs > nowMs ? state.toast : null
  const isNewSecond = Math.floor(nowMs / 1000) > Math.floor(state.nowMs / 1000)
  const after = { ...state, nowMs, toast }
  return isFilling(state) && isNewSecond ? withEffects(after, { do: 'load', what: 'panel' }) : after
}
