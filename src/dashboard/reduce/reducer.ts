// The one reducer: everything that can happen to the dashboard, and what the state is after it.

import { WRITING } from '../commands/command.ts'
import { commandFor, placeOf } from '../commands/index.ts'
import { click, wheel } from '../commands/point.ts'
import { EDITS, type Input, insert } from '../forms/input.ts'
import { withField } from '../forms/open-form.ts'
import { changed, changedOn, TOAST_MS, tell, topOf, withComposer, withEffects } from '../state/change.ts'
import { inspectorSource } from '../state/layout.ts'
import { finding } from '../state/messages.ts'
import type { Effect, Pointed, State } from '../state/state.ts'
import { withStep } from '../state/undo.ts'
import type { Stroke } from '../terminal/keyboard.ts'
import { withLinks } from '../traffic/links.ts'
import { withEventsSeen } from './events-seen.ts'
import type { Happened } from './happened.ts'
import { withLoaded } from './loaded.ts'
import { performed, recordingBegun, refused, replayed, saved, ticked, withPaths } from './results.ts'

interface Reduced {
  state: State
  /** What is to be done outside. */
  effects: readonly Effect[]
}

export function reduce(before: State, happened: Happened): Reduced {
  const after = withLinks(before, reduced(before, happened))
  const source = inspectorSource(after)
  const isNew = source !== null && source !== inspectorSource(before)
  const { effects } = isNew ? withEffects(after, { do: 'load', what: 'panel' }) : after
  return { state: after.effects.length ? { ...after, effects: [] } : after, effects }
}

type Reducers = { [Type in Happened['type']]: (state: State, happened: Happened & { type: Type }) => State }

const REDUCERS: Reducers = {
  stroke: (state, { stroke }) => withStroke(state, stroke),
  pointed: (state, { how, at }) => pointed(state, how, at),
  resized: (state, { columns, rows }) =>
    columns === state.size.columns && rows === state.size.rows ? state : { ...state, size: { columns, rows } },
  background: (state, { theme }) => ({ ...state, look: { ...state.look, theme } }),
  tick: (state, { nowMs }) => ticked(state, nowMs),
  connected: (state, { url }) => ({ ...state, url }),
  link: (state, { link }) => ({ ...state, link }),
  events: (state, { events, nowMs }) => withEventsSeen({ ...state, nowMs }, events),
  loaded: (state, { loaded, nowMs }) => withLoaded({ ...state, nowMs }, loaded),
  performed,
  refused,
  said: (state, { text, bad }) => tell(state, text, bad),
  paths: withPaths,
  members: (state, { chat, list }) =>
    changedOn(state, 'form', (top) => ({ ...top, form: { ...top.form, members: { chat, list } } })),
  expiring: (state, { expiring }) => changedOn(state, 'clock', (top) => ({ ...top, expiring })),
  previewed: (state, { photos }) => ({ ...state, photos: { ...state.photos, ...photos } }),
  pictured: (state, { photo }) => changedOn(state, 'picture', (top) => ({ ...top, photo })),
  kept: (state, { action, before }) => withStep(state, action, before),
  went: (state, { at, latest, says }) =>
    tell({ ...state, undo: { ...state.undo, at, latest: latest ?? state.undo.latest } }, says),
  recording: recordingBegun,
  replayed: (state, { failures }) => replayed(state, failures),
  saved,
}

function reduced(state: State, happened: Happened): State {
  const reducer = REDUCERS[happened.type] as (state: State, happened: Happened) => State
  return reducer(state, happened)
}

/** What was said is taken for read at the next key, a refusal once there was time to read it. */
const TIME_TO_READ_MS = 1500

const unlessRead = ({ toast, nowMs }: State) =>
  toast?.bad && toast.untilMs - nowMs > TOAST_MS - TIME_TO_READ_MS ? toast : null

function withStroke(before: State, stroke: Stroke): State {
  const state = before.toast ? { ...before, toast: unlessRead(before) } : before
  const place = placeOf(state)
  const isText = stroke.text !== undefined && WRITING.includes(place)
  const command =
    isText && stroke.key !== 'paste' && stroke.key.length === 1 ? undefined : commandFor(place, stroke.key)
  if (command) return command.run(state)
  if (!WRITING.includes(place)) return state
  const edit = EDITS[stroke.key]
  if (edit) return written(state, edit)
  return isText
    ? written(state, (input) => insert(input, place === 'compose' ? stroke.text! : oneLine(stroke.text!)))
    : state
}

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ')

function pointed(state: State, how: 'click' | 'up' | 'down', at: Pointed): State {
  if (how !== 'click') return wheel(state, at, how === 'up' ? -1 : 1)
  return at.on.stroke === undefined ? click(state, at) : withStroke(state, { key: at.on.stroke })
}

/** What is written goes into whatever text is being written: a field, a filter, or the composer. */
function written(state: State, change: (input: Input) => Input): State {
  const top = topOf(state)
  if (top?.kind === 'palette') return changed(state, { ...top, filter: change(top.filter), selected: 0 })
  if (top?.kind === 'save' || top?.kind === 'clock')
    return changed(state, { ...top, input: change(top.input), error: null })
  if (top?.kind === 'form') return withField(state, top.form, change)
  if (state.find) {
    const input = change(state.find.input)
    return finding({ ...state, find: { ...state.find, input } }, input.text)
  }
  return withComposer(state, { ...change(state.composer), suggestion: 0 })
}
