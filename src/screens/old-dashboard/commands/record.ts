// Commands that start, edit, replay and save a recording, and undo a step.

import { inputOf } from '../forms/input.ts'
import { selectedStep } from '../inspector/inspector-pane.ts'
import { closeOverlay, pushOverlay, showToast, topOverlayOfKind, withEffects } from '../state/change.ts'
import type { Recording, State } from '../state/state.ts'
import { goOnFromStep, isRecording, redo, showStep, undo } from '../state/undo.ts'
import { command, inPalette } from './command.ts'

/** True if R saves the steps of a failure that an exploration has found, instead of starting a recording. */
const isFindingShown = ({ recording, focus, inspector }: State) =>
  recording?.file !== undefined && focus === 'inspector' && inspector.view === 'steps'

function record(state: State): State {
  if (!isRecording(state) && !isFindingShown(state)) return withEffects(state, { do: 'record' })
  const input = inputOf('recorded.scenario.yaml')
  return pushOverlay(state, { kind: 'save', input, error: null, step: null })
}

const EXISTS = 'already exists'

function saveRecord(state: State): State {
  const top = topOverlayOfKind(state, 'save')
  const text = top?.input.text.trim()
  if (!top || !text) return state
  if (top.step !== null)
    return withEdit(closeOverlay(state), top.step, text === state.recording?.lines[top.step] ? undefined : text)
  // If the last attempt to save failed because the file exists, saving again overwrites the file.
  const isOver = top.error?.includes(EXISTS) ?? false
  return withEffects(state, { do: 'save', path: text, isOver, ...(top.file && { file: top.file }) })
}

function withEdit(state: State, at: number, edit: string | null | undefined): State {
  if (!state.recording) return state
  const { [at]: _, ...others } = state.recording.edits
  const edits: Recording['edits'] = edit === undefined ? others : { ...others, [at]: edit }
  return { ...state, recording: { ...state.recording, edits, failures: null } }
}

function editStep(state: State): State {
  const at = selectedStep(state)
  if (at === undefined || !state.recording) return state
  const { lines, edits } = state.recording
  const input = inputOf(edits[at] ?? lines[at] ?? '')
  return pushOverlay(state, { kind: 'save', input, error: null, step: at })
}

function leaveOutStep(state: State): State {
  const at = selectedStep(state)
  if (at === undefined) return state
  return withEdit(state, at, state.recording?.edits[at] === null ? undefined : null)
}

export function replay(state: State): State {
  if (!state.recording?.lines.length) return state
  return withEffects(showToast(state, 'Replaying the steps in a copy of the world.'), { do: 'replay' })
}

const ifStep = (hint: string) => (state: State) => (selectedStep(state) === undefined ? null : hint)

const earlierHint = ({ undo, shownStep }: State) => (undo.inEffect && shownStep !== 0 ? 'earlier' : null)

export const recordCommands = {
  replay: command({ inspector: 'p' }, 'replay the recorded steps in a copy of the world', replay),
  editStep: command({ inspector: 'e' }, 'edit the recorded step', editStep, 5, ifStep('edit')),
  leaveOutStep: command(
    { inspector: 'd delete' },
    'skip the recorded step, or include it again',
    leaveOutStep,
    6,
    ifStep('skip'),
  ),
  record: inPalette(
    'Starts a recording, or stops it and saves it as a scenario.',
    command({ browse: 'R' }, 'record, or stop and save', record, 13, (state) =>
      isRecording(state) ? 'stop and save' : isFindingShown(state) ? 'save' : 'record',
    ),
  ),
  undo: command({ browse: 'U' }, 'undo', undo),
  redo: command({ browse: ']' }, 'redo', redo),
  earlier: command({ browse: '[', past: '[ left h' }, 'step back by one action', showStep(-1), 17, earlierHint),
  later: command({ past: '] right l' }, 'step forward by one action', showStep(1), 3),
  goOn: command({ past: 'enter' }, 'restore the world as it was at this moment', goOnFromStep, 1),
  leavePast: command({ past: 'esc q' }, 'stop viewing the past', (state) => ({ ...state, shownStep: null }), 4),
  saveRecord: command({ save: 'enter' }, 'save', saveRecord, 1),
}
