// The dashboard's reducer: returns the next state and the effects of an event.

import { keyContextOf, TEXT_CONTEXTS } from '../commands/command.ts'
import { commandFor } from '../commands/index.ts'
import { click, wheel } from '../commands/mouse.ts'
import type { Form } from '../forms/form.ts'
import { EDITS, type Input, insert } from '../forms/input.ts'
import { editField } from '../forms/open-form.ts'
import { inspectorDataKey } from '../inspector/inspector-pane.ts'
import {
  replaceOverlay,
  showToast,
  TOAST_MS,
  topOverlay,
  updateOverlay,
  withComposer,
  withEffects,
} from '../state/change.ts'
import { searchText } from '../state/conversation.ts'
import type { Photo } from '../state/model.ts'
import type { Deadline, Exploration, MouseTarget, State } from '../state/state.ts'
import { withRestored, withUndoStep } from '../state/undo.ts'
import type { Stroke } from '../terminal/keyboard.ts'
import type { Look } from '../text/style.ts'
import { withLinks } from '../traffic/links.ts'
import { withEmulatorEvents } from './emulator-events.ts'
import { type Loaded, withLoaded, withOlder } from './loaded-views.ts'
import {
  withActionResult,
  withExploration,
  withFinding,
  withPaths,
  withRecording,
  withRefusal,
  withReplay,
  withSavedFile,
  withTime,
} from './results.ts'

export function reduce(before: State, event: DashboardEvent) {
  const reducer = REDUCERS[event.type] as (state: State, event: DashboardEvent) => State
  const after = withLinks(before, reducer(before, event))
  const source = inspectorDataKey(after)
  const isNew = source !== null && source !== inspectorDataKey(before)
  const { effects } = isNew ? withEffects(after, { do: 'load', what: 'panel' }) : after
  return { state: after.effects.length ? { ...after, effects: [] } : after, effects }
}

/** The reducer of each event, which also declares the fields of the event. */
const REDUCERS = {
  stroke: withStroke,
  mouse: withMouse,
  resized: (state: State, { columns, rows }: State['size']) =>
    columns === state.size.columns && rows === state.size.rows ? state : { ...state, size: { columns, rows } },
  background: (state: State, { theme }: Pick<Look, 'theme'>) => ({ ...state, look: { ...state.look, theme } }),
  tick: withTime,
  connected: (state: State, { url }: Pick<State, 'url'>) => ({ ...state, url }),
  link: (state: State, { link }: Pick<State, 'link'>) => ({ ...state, link }),
  events: withEmulatorEvents,
  loaded: (state: State, { loaded, nowMs }: { loaded: Loaded; nowMs: number }) =>
    withLoaded({ ...state, nowMs }, loaded),
  older: withOlder,
  performed: withActionResult,
  refused: withRefusal,
  notice: (state: State, { text, isError }: { text: string; isError: boolean }) => showToast(state, text, isError),
  paths: withPaths,
  members: (state: State, members: NonNullable<Form['members']>) =>
    updateOverlay(state, 'form', (top) => ({ ...top, form: { ...top.form, members } })),
  deadlines: (state: State, { deadlines }: { deadlines: readonly Deadline[] }) =>
    updateOverlay(state, 'clock', (top) => ({ ...top, deadlines })),
  previewed: (state: State, { photos }: Pick<State, 'photos'>) => ({
    ...state,
    photos: { ...state.photos, ...photos },
  }),
  picture: (state: State, { photo }: { photo: Photo | null }) =>
    updateOverlay(state, 'picture', (top) => ({ ...top, photo })),
  snapshot: withUndoStep,
  restored: withRestored,
  recording: withRecording,
  exploration: (state: State, { change }: { change: Partial<Exploration> }) => withExploration(state, change),
  finding: withFinding,
  replayed: withReplay,
  saved: withSavedFile,
}

type Reducers = typeof REDUCERS
export type DashboardEvent = {
  [Type in keyof Reducers]: { type: Type } & (Parameters<Reducers[Type]> extends [State, infer Fields]
    ? Fields
    : unknown)
}[keyof Reducers]

/** The minimum time for which the message about a refusal stays on the screen, even if the user presses a key. */
const MIN_REFUSAL_TOAST_MS = 1500

const unreadToast = ({ toast, nowMs }: State) =>
  toast?.isError && toast.untilMs - nowMs > TOAST_MS - MIN_REFUSAL_TOAST_MS ? toast : null

function withStroke(before: State, { stroke }: { stroke: Stroke }): State {
  const state = before.toast ? { ...before, toast: unreadToast(before) } : before
  const context = keyContextOf(state)
  const isComposing = context === 'compose' || context === 'first'
  const command = commandFor(context, stroke.key)
  if (command) return command.run(state)
  if (!TEXT_CONTEXTS.includes(context)) return state
  const edit = EDITS[stroke.key]
  if (edit) return editActiveText(state, edit)
  const { text } = stroke
  if (text === undefined) return state
  return editActiveText(state, (input) => insert(input, isComposing ? text : text.replace(/\s*\n\s*/g, ' ')))
}

function withMouse(state: State, { how, at }: { how: 'click' | 'up' | 'down'; at: MouseTarget }): State {
  const { stroke } = at.target
  if (state.shownStep !== null && stroke === undefined) return state
  if (how !== 'click') return wheel(state, at, how === 'up' ? -1 : 1)
  return stroke === undefined ? click(state, at) : withStroke(state, { stroke: { key: stroke } })
}

function editActiveText(state: State, change: (input: Input) => Input): State {
  const top = topOverlay(state)
  if (top && 'input' in top) {
    const input = change(top.input)
    return replaceOverlay(
      state,
      top.kind === 'palette' ? { ...top, input, selected: 0 } : { ...top, input, error: null },
    )
  }
  if (top?.kind === 'form') return editField(state, top.form, change)
  if (state.find) {
    const input = change(state.find.input)
    return searchText({ ...state, find: { ...state.find, input } }, input.text)
  }
  return withComposer(state, { ...change(state.composer), suggestion: 0 })
}
