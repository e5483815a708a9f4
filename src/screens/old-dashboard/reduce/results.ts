// Applies the results of effects, and ticks of the clock, to the dashboard's state.

import { problemText } from '../../../lib/problem.ts'
import { plural } from '../../../lib/safe-text.ts'
import type { Replayed } from '../effects/recorder.ts'
import type { Form } from '../forms/form.ts'
import { inputOf } from '../forms/input.ts'
import { inspectorDataKey } from '../inspector/inspector-pane.ts'
import {
  closeOverlay,
  replaceOverlay,
  showToast,
  topOverlayOfKind,
  updateOverlay,
  withComposer,
  withEffects,
  withInspector,
} from '../state/change.ts'
import { openToWrite } from '../state/roster.ts'
import type { Composer, Effect, Exploration, Finding, Recording, State } from '../state/state.ts'

type Performed = { action: string; from: 'key' | 'form'; result: unknown; successText?: string | undefined }

export function withActionResult(state: State, { action, from, result, successText }: Performed): State {
  const made = result as { handle?: string; token?: string; update_id?: number } | null
  const isForm = from === 'form'
  const below = isForm && topOverlayOfKind(state, 'form')?.form.isBusy ? closeOverlay(state) : state
  const isNew = action.startsWith('create')
  const text = isNew
    ? `created ${made?.handle}${made?.token ? `, token ${made.token}` : ''}`
    : (successText ?? (isForm ? `${action}: done` : undefined))
  const effects: Effect[] = [{ do: 'load', what: 'chats' }]
  if (state.conversation.chat === null) effects.push({ do: 'load', what: 'conversation' })
  if (isNew || action === 'snapshot') effects.push({ do: 'load', what: 'directory' })
  const done = withEffects(text === undefined ? below : showToast(below, text), ...effects)
  if (action === 'repeatUpdate' && state.replay && made?.update_id)
    return { ...done, replay: { ...state.replay, repeatedAs: made.update_id } }
  return OPENED_AFTER_CREATION.has(action) && made?.handle ? openToWrite(done, made.handle) : done
}

const OPENED_AFTER_CREATION = new Set(['createBot', 'createGroup', 'createChannel'])

interface Refused {
  from: 'key' | 'form'
  message: string
  hint: string
  /** The text of a refused message, and the message that it edits or to which it replies. */
  unsent?: string
  about?: Partial<Pick<Composer, 'replyTo' | 'editing'>>
}

export function withRefusal(state: State, { from, message, hint, unsent, about }: Refused): State {
  const error = problemText({ message, hint })
  const form = topOverlayOfKind(state, 'form')
  if (from === 'form' && form?.form.isBusy)
    return replaceOverlay(state, { ...form, form: { ...form.form, isBusy: false, error } })
  const save = topOverlayOfKind(state, 'save')
  if (save) return replaceOverlay(state, { ...save, error })
  // The text of a refused message returns to the composer, unless the user has typed another text since.
  const isLost = unsent !== undefined && state.composer.text === ''
  const after = isLost ? withComposer(state, { ...inputOf(unsent), ...about }) : state
  return showToast(after, `refused: ${error}`, true)
}

/** Adds the completions of a path to the form, unless the user has changed the path since they were requested. */
export const withPaths = (
  state: State,
  { path, paths, fileKind }: Pick<Form, 'paths' | 'fileKind'> & { path: string },
): State =>
  updateOverlay(state, 'form', (top) => {
    const isWritten = top.form.fields.some((field) => field.kind === 'file' && field.input.text === path)
    if (!isWritten) return top
    // A file that is not a photo, video or audio can only be sent as a document, so the form fills in that kind.
    const fields = top.form.fields.map((field) =>
      field.name === 'kind' && fileKind === 'document' ? { ...field, input: inputOf('document') } : field,
    )
    return { ...top, form: { ...top.form, fields, paths, fileKind } }
  })

export function withSavedFile(state: State, { path, isRecording }: { path: string; isRecording: boolean }): State {
  const below = topOverlayOfKind(state, 'save') ? closeOverlay(state) : state
  const after = isRecording ? withInspector({ ...below, recording: null }, { view: 'chosen' }) : below
  return showToast(after, `Saved as ${path}.`)
}

export function withRecording(state: State, { lines = [], file }: Partial<Pick<Recording, 'lines' | 'file'>>): State {
  const recording = { lines, edits: {}, failures: null, file }
  return showToast(
    withInspector({ ...state, recording }, { view: 'steps', line: 0, toggledFolds: [] }),
    file === undefined ? 'Recording. Press R to stop and save.' : 'Playing the steps of the scenario with the bot.',
  )
}

export const withFinding = (state: State, { finding }: { finding: Finding }): State =>
  withExploration(showToast(state, `Found a failure (${finding.kind}). E shows it.`, true), {
    findings: [...(state.exploration?.findings ?? []), finding],
  })

export const withExploration = (state: State, change: Partial<Exploration>): State => ({
  ...state,
  exploration: { seconds: 0, startedMs: state.nowMs, isRunning: true, findings: [], ...state.exploration, ...change },
})

export function withReplay(state: State, { failures, calls }: Replayed): State {
  const { recording } = state
  if (!recording) return state
  const count = Object.keys(failures).length
  const text = count ? `${plural(count, 'step')} failed.` : 'All steps passed in a copy of the world.'
  return showToast({ ...state, recording: { ...recording, failures, calls } }, text, count > 0)
}

export function withTime(state: State, { nowMs }: { nowMs: number }): State {
  const toast = state.toast && state.toast.untilMs > nowMs ? state.toast : null
  const isNewSecond = Math.floor(nowMs / 1000) > Math.floor(state.nowMs / 1000)
  // While a limit is in use, more of it becomes free as time passes, so the inspector reloads it each second.
  const isFilling = inspectorDataKey(state) !== null && state.inspector.panel?.limits?.some(({ used }) => used > 0)
  const after = { ...state, nowMs, toast }
  return isFilling && isNewSecond ? withEffects(after, { do: 'load', what: 'panel' }) : after
}
