// Applies data loaded from the emulator's views to the dashboard's state.

import type { EventView } from '../../../control/contract/events.ts'
import type { CallView, DeliveryState } from '../../../control/contract/traffic.ts'
import { fileIn } from '../../../control/describe/message.ts'
import { exitText } from '../../../control/describe/program.ts'
import { withEvents } from '../../model/traffic-entries.ts'
import { withConversation, withEffects, withInspector } from '../state/change.ts'
import { emulatorTime } from '../state/clock.ts'
import type { Entry, PersonChat } from '../state/model.ts'
import { focusPane, openChatByHandle, rosterOf, selectItem } from '../state/roster.ts'
import type { Conversation, Effect, Panel, State } from '../state/state.ts'
import { withCounts } from '../traffic/counts.ts'
import { withPrograms } from '../traffic/program.ts'

const COPIED_FIELDS = ['actions', 'people', 'bots', 'sharedChats', 'service', 'snapshots'] as const

export interface Loaded extends Partial<Pick<State, (typeof COPIED_FIELDS)[number]>> {
  clock?: { now: number; frozen: boolean }
  deliveries?: Readonly<Record<string, DeliveryState>>
  earlierCalls?: readonly CallView[]
  chats?: { me: string; list: PersonChat[] }
  steps?: readonly string[]
  panel?: { source: string; read: Panel }
  conversation?: LoadedConversation
  side?: LoadedConversation
}

export interface OlderMessages extends Pick<Conversation, 'messages'> {
  me: string
  open: string
  worldVersion: number
}

type LoadedConversation = OlderMessages & Pick<Conversation, 'chat' | 'problem'>

type Updates = { [Part in keyof Loaded]: (state: State, loaded: NonNullable<Loaded[Part]>) => State }

/** The functions that apply loaded data to the state, in the order in which they run. */
const UPDATES: Updates = {
  clock: (state, clock) => ({ ...state, clock: { ...clock, seenMs: state.nowMs } }),
  panel: (state, { source, read }) => withInspector(state, { dataKey: source, panel: read }),
  steps: (state, lines) => (state.recording ? { ...state, recording: { ...state.recording, lines } } : state),
  earlierCalls: withEarlierCalls,
  deliveries: withDeliveries,
  sharedChats: withoutMissingChat,
  people: (state) => withPersonToPlay(withoutMissingSide(state)),
  chats: withLoadedChats,
  conversation: withLoadedConversation,
  side: withLoadedSide,
}

export function withLoaded(state: State, loaded: Loaded): State {
  const copies = COPIED_FIELDS.filter((name) => loaded[name]).map((name) => [name, loaded[name]])
  const parts = Object.entries(UPDATES).filter(([part]) => part in loaded) as [keyof Loaded, Updates[keyof Loaded]][]
  return parts.reduce((now, [part, update]) => (update as (state: State, part: unknown) => State)(now, loaded[part]), {
    ...state,
    ...Object.fromEntries(copies),
  })
}

/** Adds calls from before the dashboard connected. Their entries get negative ids, below the ids of all events. */
function withEarlierCalls(state: State, calls: readonly CallView[]): State {
  const knownIds = new Set(state.traffic.flatMap((entry) => (entry.kind === 'call' ? [entry.call.id] : [])))
  const newCalls = calls.filter(({ id }) => !knownIds.has(id))
  const events = newCalls.map((call, i): EventView => {
    return { id: i - newCalls.length, at: call.at, type: 'call', bot: call.bot ?? '?', call }
  })
  const msAgo = ({ at, duration_ms }: CallView) => Math.max(0, (emulatorTime(state) - at) * 1000 - duration_ms)
  return {
    ...state,
    traffic: [...withEvents([], events, { selected: null, pausedAt: null }), ...state.traffic],
    counts: withCounts(state.counts, newCalls),
    programs: withPrograms(state.programs, events, state.nowMs, (call) => state.nowMs - msAgo(call)),
  }
}

/** Overrides the state derived from calls, because the loaded polling state is newer than these calls. */
function withDeliveries(state: State, deliveries: Readonly<Record<string, DeliveryState>>): State {
  const all = Object.entries(deliveries)
  const programs = all.map(([bot, { polling: isPolling, program }]) => {
    const exit = program && {
      isRun: true,
      exit: program.running ? null : exitText(program),
      exitMs: state.nowMs - (program.ended_ago ?? 0) * 1000,
    }
    return [bot, { ...state.programs[bot], isPolling, ...exit }]
  })
  const output = all.flatMap(([bot, { program }]) => earlierOutput(state, bot, program?.output ?? []))
  return {
    ...state,
    programs: { ...state.programs, ...Object.fromEntries(programs) },
    traffic: [...output, ...state.traffic],
  }
}

/** The id of the entry with output from before the dashboard connected. All other entries have higher ids. */
const EARLIER_OUTPUT_ID = -1_000_000

/** Returns an entry with a program's output from before the dashboard connected, unless its output is already shown. */
function earlierOutput(state: State, bot: string, lines: readonly string[]): Entry[] {
  const isKnown = state.traffic.some((one) => one.kind === 'note' && one.bot === bot && one.isOutput)
  if (isKnown || !lines.length) return []
  const text = lines.join('\n')
  return [
    {
      id: EARLIER_OUTPUT_ID,
      at: 0,
      bot,
      cause: null,
      kind: 'note',
      about: 'program',
      isOutput: true,
      isError: false,
      text,
    },
  ]
}

/** Chooses another person to play if the played person does not exist any more or was deleted. */
function withPersonToPlay(state: State): State {
  const there = state.people.filter(({ deleted }) => !deleted)
  const me = (there.find(({ handle }) => handle === state.me) ?? there[0])?.handle ?? null
  return me === state.me ? state : withEffects({ ...state, me, chats: [] }, { do: 'load', what: 'chats' })
}

const isChat = ({ bots, sharedChats }: State, chat: string) =>
  [...bots, ...sharedChats].some(({ handle }) => handle === chat)

/** Closes the open chat if it does not exist any more, for example after a snapshot was restored. */
function withoutMissingChat(state: State): State {
  return state.open === null || isChat(state, state.open) ? state : { ...openChatByHandle(state, ''), open: null }
}

function withoutMissingSide(state: State): State {
  const { side, people } = state
  const isThere = side && isChat(state, side.open) && people.some((one) => one.handle === side.me && !one.deleted)
  return isThere ? state : { ...state, side: null }
}

function withLoadedChats(state: State, { me, list }: NonNullable<Loaded['chats']>): State {
  if (me !== state.me) return state
  const chats = list
    .filter((chat) => chat.kind !== 'comments' || chat.last_message)
    .sort((a, b) => (b.last_message?.date ?? 0) - (a.last_message?.date ?? 0))
  const after = { ...state, chats }
  if (state.chats.length && state.open !== null) {
    const item = rosterOf(state)[state.selection.chats]
    return withEffects(
      selectItem(after, ({ kind, handle }) => kind === item?.kind && handle === item.handle),
      ...markAsRead(after),
    )
  }
  const latest = after.chats.find((chat) => chat.last_message)
  const first = state.open ?? latest?.handle ?? state.bots[0]?.handle ?? after.chats[0]?.handle
  if (first === undefined) return after
  // If no chat is open or the dashboard has just started, a chat is opened and the composer gets the focus.
  const isStarting = state.open === null || state.link === 'opening'
  const opened = isStarting ? { ...openChatByHandle(after, first), focus: 'compose' as const } : after
  const selected = selectItem(opened, (item) => item.kind !== 'person' && item.handle === first)
  return withEffects(selected, { do: 'load', what: 'conversation' }, ...markAsRead(selected))
}

function markAsRead({ me, open, chats }: State): Effect[] {
  const unread = chats.find((chat) => chat.handle === open && chat.kind !== 'comments')?.unread ?? 0
  return me !== null && unread > 0
    ? [{ do: 'perform', action: 'read', params: { as: me, chat: open }, from: 'key' }]
    : []
}

/** Returns false if the loaded messages are from a chat that is not shown any more, or from a replaced world. */
const isShown = ({ worldVersion }: State, loaded: OlderMessages, { me, open }: Pick<State, 'me' | 'open'>) =>
  loaded.me === me && loaded.open === open && loaded.worldVersion === worldVersion

function withLoadedConversation(state: State, loaded: LoadedConversation): State {
  if (!isShown(state, loaded, state)) return state
  const { chat, problem, messages: read } = loaded
  const { selected: before, chat: chatBefore, messages: known } = state.conversation
  // A message with a higher id than all loaded messages has arrived as an event during the load, so it is kept.
  const last = read.at(-1)?.message_id ?? 0
  const messages = [...read, ...(chat && chatBefore ? known.filter(({ message_id }) => message_id > last) : [])]
  const selected = messages.some(({ message_id }) => message_id === before) ? before : null
  const changed = withConversation(state, { chat, messages, problem, selected, isWhole: read.length < PAGE })
  const after = state.focus === 'conversation' ? focusPane(changed, 'conversation') : changed
  return withEffects(after, ...markAsRead(after), ...previewEffects(after))
}

function withLoadedSide(state: State, loaded: LoadedConversation): State {
  const { side } = state
  if (!side || !isShown(state, loaded, side)) return state
  const { chat, messages, problem } = loaded
  const conversation = { ...side.conversation, chat, messages, problem }
  return withEffects({ ...state, side: { ...side, conversation } }, ...previewEffects({ ...state, conversation }))
}

/** The maximum number of messages that the first load returns. A shorter chat is loaded as a whole. */
const PAGE = 2000

/** Adds older messages in front of the loaded ones, and selects the first message of the chat. */
export function withOlder(state: State, older: OlderMessages): State {
  if (!isShown(state, older, state)) return state
  const { messages } = state.conversation
  const first = messages[0]?.message_id ?? Number.POSITIVE_INFINITY
  const all = [...older.messages.filter(({ message_id }) => message_id < first), ...messages]
  return withConversation(state, { messages: all, isWhole: true, selected: all[0]?.message_id ?? null })
}

const MAX_PREVIEWS = 12

/** Returns the effect that loads previews of the latest pictures in the open chat, except those loaded before. */
export function previewEffects({ conversation, photos }: State): Effect[] {
  const files = conversation.messages
    .slice(-60)
    .map(fileIn)
    .flatMap((held) => (held?.kind === 'photo' ? held.unique_id : []))
    .filter((id) => !(id in photos))
    .slice(-MAX_PREVIEWS)
  return files.length ? [{ do: 'preview', files }] : []
}
