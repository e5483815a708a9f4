// Applies the emulator's events to the dashboard's state, many at once.

import type { EventView } from '../../../control/contract/events.ts'
import type { CallView } from '../../../control/contract/traffic.ts'
import { buttonsOf } from '../../../control/describe/message.ts'
import { changeMessages } from '../../model/changed-messages.ts'
import { type Arrived, withEvents } from '../../model/traffic-entries.ts'
import { markUndone, withWorlds } from '../../model/worlds.ts'
import { withReplayAfterRestart } from '../commands/replay.ts'
import { inspectorDataKey, VIEWS } from '../inspector/inspector-pane.ts'
import { showToast, withEffects } from '../state/change.ts'
import { sideView } from '../state/conversation.ts'
import { isTrafficShown } from '../state/layout.ts'
import type { Message } from '../state/model.ts'
import { openChat } from '../state/roster.ts'
import type { Conversation, Effect, State } from '../state/state.ts'
import { isRecording } from '../state/undo.ts'
import { withCalls, withCounts } from '../traffic/counts.ts'
import { withPrograms } from '../traffic/program.ts'
import { previewEffects } from './loaded-views.ts'

/** The maximum number of messages kept of the open chat. It is higher if the user has scrolled up to older messages. */
const MAX_MESSAGES = 4000
const MAX_MESSAGES_WHILE_READING = 20_000

const VIEW_RELOADS: Readonly<Record<string, readonly (Effect & { do: 'load' })['what'][]>> = {
  message: ['chats'],
  edit: ['chats'],
  delete: ['chats'],
  member: ['chats', 'directory'],
  chat: ['chats', 'directory', 'conversation'],
  user: ['directory', 'chats'],
  bot: ['directory', 'chats'],
  webhook: ['directory'],
  service: ['directory'],
  missed: ['all'],
  world: ['all'],
  reset: ['all'],
}

type EventBatch = { events: readonly Arrived[]; nowMs: number }

export function withEmulatorEvents(before: State, { events, nowMs }: EventBatch): State {
  const state = { ...before, nowMs }
  const calls = events.flatMap((event) => (event.type === 'call' ? [event.call] : []))
  const stale = new Set(events.flatMap((event) => VIEW_RELOADS[event.type] ?? []))
  // If the played person joins or leaves the open chat, the chat is reloaded, because other messages become visible.
  const isMine = (event: EventView) => event.type === 'member' && event.user === state.me
  if (events.some((event) => isMine(event) && event.chat === state.conversation.chat?.id)) stale.add('conversation')
  const { reloadedOn } = VIEWS[state.inspector.view]
  if (inspectorDataKey(state) && events.some(({ type }) => reloadedOn?.includes(type))) stale.add('panel')
  if (isRecording(state) && events.some(({ type }) => type === 'action' || type === 'call')) stale.add('steps')
  if (state.conversation.chat === null && stale.has('chats')) stale.add('conversation')
  if (state.side && (stale.has('conversation') || stale.has('all'))) stale.add('side')
  const replacements = events.filter(({ type }) => type === 'world' || type === 'reset').length
  const updated = (shown: State) =>
    replacements ? { ...shown.conversation, messages: [] } : withMessages(shown, events)
  const worlds = withWorlds(state.worlds, events)
  // Entries that a restore has undone are marked before the new events are added, because marked entries must not
  // change.
  const marked = markUndone(state.traffic, worlds)
  const traffic = withEvents(marked, events, { selected: state.selection.traffic, pausedAt: state.pausedAt })
  const clock = events.findLast((event) => event.type === 'clock')
  const after: State = {
    ...state,
    worlds,
    worldVersion: state.worldVersion + replacements,
    traffic: markUndone(traffic, worlds),
    conversation: updated(state),
    side: state.side && { ...state.side, conversation: updated(sideView(state, state.side)) },
    chart: withCalls(state.chart, calls.length, nowMs),
    counts: withCounts(state.counts, calls),
    programs: withPrograms(state.programs, events, nowMs, () => nowMs),
    clock: clock ? { ...clock.clock, seenMs: nowMs } : state.clock,
  }
  const withToast = withReplayAfterRestart(withRefusalToast(after, calls), events)
  const loads = [...stale].map((what): Effect => ({ do: 'load', what }))
  return withEffects(withToast, ...loads, ...(after.conversation === state.conversation ? [] : previewEffects(after)))
}

function withRefusalToast(state: State, calls: readonly CallView[]): State {
  const refused = calls.findLast(({ ok }) => !ok)
  if (!refused || state.toast || isTrafficShown(state)) return state
  const { bot, method, status, why, body } = refused
  const text = `refused: ${bot ?? 'unknown bot'} calls ${method}, ${status}: ${why ?? body.description ?? ''}`
  return showToast(state, text, true)
}

function isInOpenChat(state: State, { bot, chat }: EventView): boolean {
  const open = openChat(state)
  if (!open) return false
  return open.kind === 'private' ? bot === open.handle && chat === open.id : bot === undefined && chat === open.id
}

function withMessages(state: State, events: readonly EventView[]): Conversation {
  const { conversation } = state
  let messages: Message[] | undefined
  for (const event of events) {
    if (!(event.type === 'message' || event.type === 'edit' || event.type === 'delete')) continue
    if (conversation.chat === null || !isInOpenChat(state, event)) continue
    messages ??= [...conversation.messages]
    changeMessages(messages, event)
  }
  if (!messages) return conversation
  const latest = messages.slice(conversation.selected === null ? -MAX_MESSAGES : -MAX_MESSAGES_WHILE_READING)
  const selected = selectedAfter(latest, conversation)
  const newest = conversation.messages.at(-1)?.message_id ?? 0
  const arrived = latest.filter(({ message_id }) => message_id > newest).length
  // The selection moves on to new messages, unless the user may be about to press a button of the selected message.
  const follows =
    selected === newest && arrived > 0 && !buttonsOf(latest.find((one) => one.message_id === selected)).length
  if (follows) return { ...conversation, messages: latest, selected: latest.at(-1)?.message_id ?? null, unseen: 0 }
  return { ...conversation, messages: latest, selected, unseen: selected === null ? 0 : conversation.unseen + arrived }
}

/** If the selected message was deleted, returns the next one, or the last one. */
function selectedAfter(remaining: readonly Message[], { messages, selected }: Conversation): number | null {
  if (selected === null || remaining.some((one) => one.message_id === selected)) return selected
  if (!messages.some((one) => one.message_id === selected)) return null
  return (remaining.find((one) => one.message_id > selected) ?? remaining.at(-1))?.message_id ?? null
}
