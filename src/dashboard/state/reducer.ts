// The one reducer: everything that can happen to the dashboard, and what the state is after it.

import type { EventView } from '../../contract/events.ts'
import type { MemberView } from '../../contract/people.ts'
import { COMMANDS } from '../commands/index.ts'
import { click, wheel } from '../commands/point.ts'
import { commandFor, type Place, WRITING } from '../keys.ts'
import type { Stroke } from '../terminal/strokes.ts'
import { finding } from './finding.ts'
import { EDITS, type Input, inputOf, insert } from './input.ts'
import { inspectorSource } from './layout.ts'
import { withLinks } from './links.ts'
import { changed, readFor } from './overlays.ts'
import { toPane } from './panes.ts'
import { isFilling } from './passing.ts'
import { withEventsSeen } from './reduce-events.ts'
import { type Loaded, withLoaded } from './reduce-loaded.ts'
import { openHandle } from './roster.ts'
import { type Expiring, type Photo, type State, topOf } from './state.ts'
import { type Effect, followedBy, type Step, step, TOAST_MS, tell } from './step.ts'
import type { Pointed } from './target.ts'
import { withStep } from './undo.ts'

export type Happened =
  | { type: 'stroke'; stroke: Stroke }
  | { type: 'resized'; columns: number; rows: number }
  | { type: 'pointed'; how: 'click' | 'up' | 'down'; at: Pointed }
  | { type: 'background'; theme: State['look']['theme'] }
  | { type: 'hidden'; of: number; rows: number }
  | { type: 'tick'; nowMs: number }
  | { type: 'events'; events: readonly EventView[]; nowMs: number }
  | { type: 'loaded'; loaded: Loaded; nowMs: number }
  | { type: 'connected'; url: string }
  | { type: 'link'; link: State['link'] }
  | { type: 'performed'; action: string; from: 'key' | 'form'; result: unknown; said?: string }
  | { type: 'refused'; from: 'key' | 'form'; message: string; hint: string; unsent?: string }
  | { type: 'paths'; path: string; paths: readonly string[]; fileKind: string | null }
  | { type: 'members'; chat: string; list: readonly MemberView[] }
  | { type: 'kept'; action: string; before: string }
  | { type: 'went'; at: number; says: string }
  | { type: 'expiring'; expiring: readonly Expiring[] }
  | { type: 'previewed'; photos: Readonly<Record<string, Photo | null>> }
  | { type: 'recording' }
  | { type: 'replayed'; failures: Readonly<Record<number, string>> }
  | { type: 'saved'; path: string; isRecording: boolean }
  | { type: 'pictured'; photo: Photo | null }
  | { type: 'said'; text: string; bad: boolean }

export function reduce(before: State, happened: Happened): Step {
  const { state, effects } = reduced(before, happened)
  const after = withLinks(before, state)
  const source = inspectorSource(after)
  const isNew = source !== null && source !== inspectorSource(before)
  return { state: after, effects: isNew ? [...effects, { do: 'load', what: 'panel' }] : effects }
}

function reduced(state: State, happened: Happened): Step {
  switch (happened.type) {
    case 'stroke':
      return struck(state, happened.stroke)
    case 'resized':
      return step({ ...state, size: { columns: happened.columns, rows: happened.rows } })
    case 'pointed':
      return pointed(state, happened)
    case 'background':
      return step({ ...state, look: { ...state.look, theme: happened.theme } })
    case 'hidden':
      return step(withHidden(state, happened.of, happened.rows))
    case 'tick':
      return ticked(state, happened.nowMs)
    case 'events':
      return withEventsSeen({ ...state, nowMs: happened.nowMs }, happened.events)
    case 'loaded':
      if (isKnown(state, happened.loaded)) return step(state)
      return withLoaded({ ...state, nowMs: happened.nowMs }, happened.loaded)
    case 'connected':
      return step({ ...state, url: happened.url })
    case 'link':
      return step({ ...state, link: happened.link })
    case 'performed':
      return performed(state, happened)
    case 'refused':
      return refused(state, happened)
    case 'paths':
      return withPaths(state, happened)
    case 'members':
      return step(withMembers(state, happened))
    case 'kept':
      return step(withStep(state, happened.action, happened.before))
    case 'went':
      return step(tell({ ...state, undo: { ...state.undo, at: happened.at } }, happened.says))
    case 'expiring':
      return step(withExpiring(state, happened.expiring))
    case 'previewed':
      return step({ ...state, photos: { ...state.photos, ...happened.photos } })
    case 'recording':
      return step(tell(recordingBegun(state), 'Recording; R stops and saves.'))
    case 'replayed':
      return step(replayed(state, happened.failures))
    case 'saved':
      return saved(state, happened)
    case 'pictured':
      return step(withPicture(state, happened.photo))
    case 'said':
      return step(tell(state, happened.text, happened.bad))
  }
}

/** Only the view knows how many rows of a message have no room. */
function withHidden(state: State, of: number, hidden: number): State {
  const { part } = state.talk
  const from = part.of === of ? Math.min(part.from, hidden) : 0
  if (hidden === part.hidden && (hidden === 0 || (part.of === of && part.from === from))) return state
  return { ...state, talk: { ...state.talk, part: { of, from, hidden } } }
}

export function placeOf(state: State): Place {
  const top = topOf(state)
  if (!top) return state.find ? 'find' : state.focus
  return top.kind
}

/** What was said is taken for read at the next key, a refusal once there was time to read it. */
const TIME_TO_READ_MS = 1500

const unlessRead = ({ toast, nowMs }: State) =>
  toast?.bad && toast.untilMs - nowMs > TOAST_MS - TIME_TO_READ_MS ? toast : null

function struck(before: State, stroke: Stroke): Step {
  const state = before.toast ? { ...before, toast: unlessRead(before) } : before
  const place = placeOf(state)
  const isText = stroke.text !== undefined && WRITING.includes(place)
  const command =
    isText && stroke.key !== 'paste' && stroke.key.length === 1 ? undefined : commandFor(place, stroke.key)
  if (command) return COMMANDS[command](state)
  if (!WRITING.includes(place)) return step(state)
  const edit = EDITS[stroke.key]
  if (edit) return written(state, edit)
  return isText
    ? written(state, (input) => insert(input, place === 'compose' ? stroke.text! : oneLine(stroke.text!)))
    : step(state)
}

function pointed(state: State, { how, at }: Happened & { type: 'pointed' }): Step {
  if (how !== 'click') return wheel(state, at, how === 'up' ? -1 : 1)
  return at.on.stroke === undefined ? click(state, at) : struck(state, { key: at.on.stroke })
}

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ')

/** Changes whatever text is being written. */
function written(state: State, change: (input: Input) => Input): Step {
  const top = topOf(state)
  if (top?.kind === 'palette') return step(changed(state, { ...top, filter: change(top.filter), selected: 0 }))
  if (top?.kind === 'save' || top?.kind === 'clock')
    return step(changed(state, { ...top, input: change(top.input), error: null }))
  if (top?.kind === 'form') return writtenInForm(state, top, change)
  if (state.find) {
    const input = change(state.find.input)
    return step(finding({ ...state, find: { ...state.find, input } }, input.text))
  }
  return step({ ...state, composer: { ...state.composer, ...change(state.composer), suggestion: 0 } })
}

function writtenInForm(
  state: State,
  top: ReturnType<typeof topOf> & { kind: 'form' },
  change: (input: Input) => Input,
): Step {
  const { form } = top
  const fields = form.fields.map((field, i) => (i === form.at ? { ...field, input: change(field.input) } : field))
  const field = fields[form.at]
  const effects = field ? readFor(form, field) : []
  return step(changed(state, { kind: 'form', form: { ...form, fields, suggestion: 0, error: null } }), ...effects)
}

/** Who waits for updates is seldom another than before. */
function isKnown(state: State, { polling, ...others }: Loaded): boolean {
  if (!polling || Object.keys(others).length > 0) return false
  return JSON.stringify(polling) === JSON.stringify(state.polling)
}

/** No event says that a poll begins, but its end is one: who polls is asked ever more seldom while nothing happens. */
const isAskedAt = (nowMs: number, { heardMs, nowMs: beforeMs }: State) =>
  Math.floor(Math.log2(nowMs - heardMs)) > Math.floor(Math.log2(beforeMs - heardMs))

function ticked(state: State, nowMs: number): Step {
  const toast = state.toast && state.toast.untilMs > nowMs ? state.toast : null
  const isNewSecond = Math.floor(nowMs / 1000) > Math.floor(state.nowMs / 1000)
  const effects: Effect[] = []
  if (state.link === 'open' && isAskedAt(nowMs, state)) effects.push({ do: 'load', what: 'polling' })
  if (isFilling(state) && isNewSecond) effects.push({ do: 'load', what: 'panel' })
  return step({ ...state, nowMs, toast }, ...effects)
}

function performed(state: State, { action, from, result, said }: Happened & { type: 'performed' }): Step {
  const created = result as { handle?: string; token?: string } | null
  const below =
    from === 'form' && topOf(state)?.kind === 'form' ? { ...state, overlays: state.overlays.slice(0, -1) } : state
  const news = action.startsWith('create')
    ? `made ${created?.handle}${created?.token ? `, token ${created.token}` : ''}`
    : (said ?? (from === 'form' ? `${action}: done` : undefined))
  const effects: Effect[] = [{ do: 'load', what: 'chats' }]
  if (state.talk.chat === null) effects.push({ do: 'load', what: 'talk' })
  if (action.startsWith('create') || action === 'snapshot') effects.push({ do: 'load', what: 'directory' })
  const told = news === undefined ? below : tell(below, news)
  return OPENED.has(action) && created?.handle !== undefined
    ? followedBy(step(told, ...effects), (now) => openNew(now, created.handle!))
    : step(told, ...effects)
}

/** Whoever makes a place to talk in wants to talk there. */
const OPENED = new Set(['createBot', 'createGroup', 'createChannel'])

function openNew(state: State, handle: string): Step {
  const opened = toPane(openHandle(state, handle), 'compose')
  return step(opened, { do: 'load', what: 'talk' }, { do: 'remember' })
}

function refused(state: State, { from, message, hint, unsent }: Happened & { type: 'refused' }): Step {
  const top = topOf(state)
  if (from === 'form' && top?.kind === 'form') {
    return step(changed(state, { kind: 'form', form: { ...top.form, busy: false, error: `${message} ${hint}` } }))
  }
  if (top?.kind === 'save') return step(changed(state, { ...top, error: `${message} ${hint}`.trim() }))
  // What was not sent is not lost.
  const { composer } = state
  const kept =
    unsent !== undefined && composer.text === '' ? { ...state, composer: { ...composer, ...inputOf(unsent) } } : state
  return step(tell(kept, `${message} ${hint}`, true))
}

function withExpiring(state: State, expiring: readonly Expiring[]): State {
  const top = topOf(state)
  return top?.kind === 'clock' ? changed(state, { ...top, expiring }) : state
}

function withMembers(state: State, { chat, list }: Happened & { type: 'members' }): State {
  const top = topOf(state)
  return top?.kind === 'form' ? changed(state, { ...top, form: { ...top.form, members: { chat, list } } }) : state
}

/** Folders are read at their own pace: what comes for a path that is no longer written is dropped. */
function withPaths(state: State, { path, paths, fileKind }: Happened & { type: 'paths' }): Step {
  const top = topOf(state)
  if (top?.kind !== 'form') return step(state)
  const isWritten = top.form.fields.some((field) => field.kind === 'file' && field.input.text === path)
  return step(isWritten ? changed(state, { kind: 'form', form: { ...top.form, paths, fileKind } }) : state)
}

function withPicture(state: State, photo: Photo | null): State {
  const top = topOf(state)
  return top?.kind === 'picture' ? changed(state, { ...top, photo }) : state
}

function saved(state: State, { path, isRecording }: Happened & { type: 'saved' }): Step {
  const overlays = topOf(state)?.kind === 'save' ? state.overlays.slice(0, -1) : state.overlays
  const ended = isRecording && { recording: null, inspector: { ...state.inspector, view: 'chosen' as const } }
  return step(tell({ ...state, overlays, ...ended }, `Saved as ${path}.`))
}

/** Its steps are shown as they come. */
function recordingBegun(state: State): State {
  const recording = { lines: [], edits: {}, failures: null }
  return { ...state, recording, inspector: { ...state.inspector, view: 'steps', line: 0, turned: [] } }
}

function replayed(state: State, failures: Readonly<Record<number, string>>): State {
  const { recording } = state
  if (!recording) return state
  const count = Object.keys(failures).length
  const says = count ? `${count} of the steps failed.` : 'All steps passed in a copy of the world.'
  return tell({ ...state, recording: { ...recording, failures } }, says)
}
