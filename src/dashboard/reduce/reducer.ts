// The dashboard's reducer: returns the next state and the effects of an event.

import { keyContextOf, TEXT_CONTEXTS } from '../commands/command.ts'
import { commandFor } from '../commands/index.ts'
import { click, wheel } from '../commands/mouse.ts'
import { EDITS, type Input, insert } from '../forms/input.ts'
import { editField } from '../forms/open-form.ts'
import {
  replaceOverlay,
  showToast,
  TOAST_MS,
  topOverlay,
  updateOverlay,
  withComposer,
  withEffects,
} from '../state/change.ts'
import { inspectorDataKey } from '../state/layout.ts'
import { searchText } from '../state/messages.ts'
import type { Effect, MouseTarget, State } from '../state/state.ts'
import { withUndoStep } from '../state/undo.ts'
import type { Stroke } from '../terminal/keyboard.ts'
import { withLinks } from '../traffic/links.ts'
import type { DashboardEvent } from './dashboard-event.ts'
import { withEmulatorEvents } from './emulator-events.ts'
import { withLoaded, withOlder } from './loaded-views.ts'
import {
  withActionResult,
  withPaths,
  withRecording,
  withRefusal,
  withReplay,
  withSavedFile,
  withTime,
} from './results.ts'

interface ReduceResult {
  state: State
  effects: readonly Effect[]
}

export function reduce(before: State, event: DashboardEvent): ReduceResult {
  const after = withLinks(before, reduceEvent(before, event))
  const source = inspectorDataKey(after)
  const isNew = source !== null && source !== inspectorDataKey(before)
  const { effects } = isNew ? withEffects(after, { do: 'load', what: 'panel' }) : after
  return { state: after.effects.length ? { ...after, effects: [] } : after, effects }
}

type Reducers = { [Type in DashboardEvent['type']]: (state: State, event: DashboardEvent & { type: Type }) => State }

const REDUCERS: Reducers = {
  stroke: (state, { stroke }) => withStroke(state, stroke),
  mouse: (state, { how, at }) => reduceMouse(state, how, at),
  resized: (state, { columns, rows }) =>
    columns === state.size.columns && rows === state.size.rows ? state : { ...state, size: { columns, rows } },
  background: (state, { theme }) => ({ ...state, look: { ...state.look, theme } }),
  tick: (state, { nowMs }) => withTime(state, nowMs),
  connected: (state, { url }) => ({ ...state, url }),
  link: (state, { link }) => ({ ...state, link }),
  events: (state, { events, nowMs, arrivedMs }) => withEmulatorEvents({ ...state, nowMs }, events, arrivedMs),
  loaded: (state, { loaded, nowMs }) => withLoaded({ ...state, nowMs }, loaded),
  older: withOlder,
  performed: withActionResult,
  refused: withRefusal,
  notice: (state, { text, isError }) => showToast(state, text, isError),
  paths: withPaths,
  members: (state, { chat, list }) =>
    updateOverlay(state, 'form', (top) => ({ ...top, form: { ...top.form, members: { chat, list } } })),
  deadlines: (state, { deadlines }) => updateOverlay(state, 'clock', (top) => ({ ...top, deadlines })),
  previewed: (state, { photos }) => ({ ...state, photos: { ...state.photos, ...photos } }),
  picture: (state, { photo }) => updateOverlay(state, 'picture', (top) => ({ ...top, photo })),
  snapshot: (state, { action, before, screen }) => withUndoStep(state, action, before, screen),
  restored: (state, { at, latest, toast }) =>
    showToast({ ...state, undo: { ...state.undo, inEffect: at, latest: latest ?? state.undo.latest } }, toast),
  recording: withRecording,
  replayed: (state, { failures }) => withReplay(state, failures),
  saved: withSavedFile,
}

function reduceEvent(state: State, event: DashboardEvent): State {
  const reducer = REDUCERS[event.type] as (state: State, event: DashboardEvent) => State
  return reducer(state, event)
}

/** The time for which a key does not close the toast of a refusal. */
const TIME_TO_READ_MS = 1500

const unreadToast = ({ toast, nowMs }: State) =>
  toast?.isError && toast.untilMs - nowMs > TOAST_MS - TIME_TO_READ_MS ? toast : null

function withStroke(before: State, stroke: Stroke): State {
  const state = before.toast ? { ...before, toast: unreadToast(before) } : before
  const context = keyContextOf(state)
  const isComposing = context === 'compose' || context === 'first'
  const isText = stroke.text !== undefined && TEXT_CONTEXTS.includes(context)
  const command = commandFor(context, stroke.key)
  if (command) return command.run(state)
  if (!TEXT_CONTEXTS.includes(context)) return state
  const edit = EDITS[stroke.key]
  if (edit) return editActiveText(state, edit)
  return isText
    ? editActiveText(state, (input) => insert(input, isComposing ? stroke.text! : oneLine(stroke.text!)))
    : state
}

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ')

function reduceMouse(state: State, how: 'click' | 'up' | 'down', at: MouseTarget): State {
  if (state.shownStep !== null && at.target.stroke === undefined) return state
  if (how !== 'click') return wheel(state, at, how === 'up' ? -1 : 1)
  return at.target.stroke === undefined ? click(state, at) : withStroke(state, { key: at.target.stroke })
}

function editActiveText(state: State, change: (input: Input) => Input): State {
  const top = topOverlay(state)
  if (top?.kind === 'palette') return replaceOverlay(state, { ...top, filter: change(top.filter), selected: 0 })
  if (top?.kind === 'save' || top?.kind === 'clock')
    return replaceOverlay(state, { ...top, input: change(top.input), error: null })
  if (top?.kind === 'form') return editField(state, top.form, change)
  if (state.find) {
    const input = change(state.find.input)
    return searchText({ ...state, find: { ...state.find, input } }, input.text)
  }
  return withComposer(state, { ...change(state.composer), suggestion: 0 })
}
