// What happened in the emulator, taken into the state: many events at once, so that a flood costs one frame.

import type { EventOf, EventView } from '../../contract/events.ts'
import type { CallView } from '../../contract/traffic.ts'
import { tell, withEffects } from '../state/change.ts'
import { inspectorSource, isTrafficShown } from '../state/layout.ts'
import type { Message } from '../state/model.ts'
import { loadedOrListedChat } from '../state/roster.ts'
import type { Effect, Inspector, State, Talk } from '../state/state.ts'
import { withCalls, withCounts } from '../traffic/counts.ts'
import { withEvents } from '../traffic/entries.ts'
import { withPrograms } from '../traffic/program.ts'
import { previews } from './loaded.ts'

const KEPT_MESSAGES = 4000

/** What changes what the inspector reads. */
const READ_ANEW: Readonly<Record<Inspector['view'], readonly string[]>> = {
  chosen: [],
  limits: ['call'],
  queue: ['update', 'handed-out', 'acknowledged', 'delivery'],
  webhook: ['delivery', 'webhook', 'update'],
  faults: ['fault', 'action', 'call'],
  members: ['member', 'chat', 'action'],
  snapshots: ['action'],
  steps: [],
}

/** Which views are no longer what they were. */
const STALE: Readonly<Record<string, readonly (Effect & { do: 'load' })['what'][]>> = {
  message: ['chats'],
  edit: ['chats'],
  delete: ['chats'],
  member: ['chats', 'directory'],
  chat: ['chats', 'directory', 'talk'],
  user: ['directory', 'chats'],
  bot: ['directory', 'chats'],
  webhook: ['directory'],
  service: ['directory'],
  missed: ['all'],
  world: ['all'],
  reset: ['all'],
}

export function withEventsSeen(state: State, events: readonly EventView[]): State {
  const calls = events.flatMap((event) => (event.type === 'call' ? [event.call] : []))
  const stale = new Set(events.flatMap((event) => STALE[event.type] ?? []))
  if (events.some((event) => concernsMe(state, event))) stale.add('talk')
  if (inspectorSource(state) && events.some(({ type }) => READ_ANEW[state.inspector.view].includes(type)))
    stale.add('panel')
  if (state.recording && events.some(({ type }) => type === 'action' || type === 'call')) stale.add('steps')
  if (state.talk.chat === null && stale.has('chats')) stale.add('talk')
  const replaced = events.filter(({ type }) => type === 'world' || type === 'reset').length
  const after: State = {
    ...state,
    world: state.world + replaced,
    traffic: withEvents(state.traffic, events, { chosen: state.chosen.traffic, pausedAt: state.pausedAt }),
    talk: replaced ? { ...state.talk, messages: [] } : withMessages(state, events),
    chart: withCalls(state.chart, calls.length, state.nowMs),
    counts: withCounts(state.counts, calls),
    programs: withPrograms(state.programs, events, () => state.nowMs),
    clock: clockAfter(state, events),
  }
  const noticed = withRefusalNoticed(after, calls)
  const loads = [...stale].map((what): Effect => ({ do: 'load', what }))
  return withEffects(noticed, ...loads, ...(after.talk === state.talk ? [] : previews(after)))
}

/** Where the traffic is out of sight, a refusal is said below; not every one of a flood. */
function withRefusalNoticed(state: State, calls: readonly CallView[]): State {
  const refused = calls.findLast(({ ok }) => !ok)
  if (!refused || state.toast || isTrafficShown(state)) return state
  const { bot, method, status, why, body } = refused
  return tell(state, `refused: ${bot ?? 'nobody'} calls ${method}, ${status}: ${why ?? body.description ?? ''}`, true)
}

/** Somebody who has come in or been put out sees another conversation. */
const concernsMe = ({ me, talk }: State, event: EventView) =>
  event.type === 'member' && event.user === me && event.chat === talk.chat?.id

function isHere(state: State, { bot, chat }: EventView): boolean {
  const open = loadedOrListedChat(state)
  if (!open) return false
  return open.kind === 'private' ? bot === open.handle && chat === open.id : bot === undefined && chat === open.id
}

function withMessages(state: State, events: readonly EventView[]): Talk {
  const { talk } = state
  let messages: Message[] | undefined
  for (const event of events) {
    if (!(event.type === 'message' || event.type === 'edit' || event.type === 'delete')) continue
    if (talk.chat === null || !isHere(state, event)) continue
    messages ??= [...talk.messages]
    take(messages, event)
  }
  if (!messages) return talk
  const kept = messages.slice(-KEPT_MESSAGES)
  return { ...talk, messages: kept, selected: selectedAmong(kept, talk) }
}

/** What was selected, or where it was deleted the one that has its place. */
function selectedAmong(kept: readonly Message[], { messages, selected }: Talk): number | null {
  if (selected === null || kept.some((one) => one.message_id === selected)) return selected
  if (!messages.some((one) => one.message_id === selected)) return null
  return (kept.find((one) => one.message_id > selected) ?? kept.at(-1))?.message_id ?? null
}

function take(messages: Message[], event: EventOf<'message' | 'delete'>) {
  const id = event.message_id
  const at = messages.findLastIndex((one) => one.message_id === id)
  const message = event.type === 'delete' ? undefined : event.message
  // A message that was deleted since has an event without it.
  if (!message) {
    if (at >= 0) messages.splice(at, 1)
  } else if (at >= 0) messages[at] = message
  else if (event.type === 'message' && id > (messages.at(-1)?.message_id ?? 0)) messages.push(message)
}

function clockAfter(state: State, events: readonly EventView[]): State['clock'] {
  const moved = events.findLast((event) => event.type === 'clock')
  return moved ? { ...moved.clock, seenMs: state.nowMs } : state.clock
}
