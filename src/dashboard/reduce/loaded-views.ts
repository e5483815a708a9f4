// Applies data loaded from the emulator's views to the dashboard's state.

import type { EventView } from '../../contract/events.ts'
import type { CallView, DeliveryState } from '../../contract/traffic.ts'
import { fileIn } from '../../describe/message.ts'
import { exitText } from '../../describe/program.ts'
import { withConversation, withEffects } from '../state/change.ts'
import { emulatorTime } from '../state/clock.ts'
import type { Entry, Message, PersonChat } from '../state/model.ts'
import { focusPane, openChatByHandle, rosterOf, selectItem } from '../state/roster.ts'
import type { Effect, Panel, State } from '../state/state.ts'
import { withCounts } from '../traffic/counts.ts'
import { withEvents } from '../traffic/entries.ts'
import { withPrograms } from '../traffic/program.ts'

const COPIED_FIELDS = ['actions', 'people', 'bots', 'sharedChats', 'service', 'snapshots'] as const

export interface Loaded extends Partial<Pick<State, (typeof COPIED_FIELDS)[number]>> {
  clock?: { now: number; frozen: boolean }
  deliveries?: Readonly<Record<string, DeliveryState>>
  earlierCalls?: readonly CallView[]
  chats?: { me: string; list: PersonChat[] }
  steps?: readonly string[]
  panel?: { source: string; read: Partial<Panel> }
  conversation?: LoadedConversation
  side?: LoadedConversation
}

interface LoadedConversation extends Pick<State['conversation'], 'chat' | 'problem'> {
  me: string
  open: string
  worldVersion: number
  messages: Message[]
}

export interface OlderMessages {
  me: string
  open: string
  worldVersion: number
  messages: readonly Message[]
}

const NO_PANEL: Panel = { limits: [], updates: [], deliveries: [], faults: [], members: [], snapshots: [] }

export function withLoaded(state: State, loaded: Loaded): State {
  const { clock, panel, steps } = loaded
  const plain = COPIED_FIELDS.filter((name) => loaded[name]).map((name) => [name, loaded[name]])
  const withCopies: State = {
    ...state,
    ...Object.fromEntries(plain),
    ...(panel && { inspector: { ...state.inspector, dataKey: panel.source, panel: { ...NO_PANEL, ...panel.read } } }),
    ...(steps && state.recording && { recording: { ...state.recording, lines: steps } }),
    ...(clock && { clock: { ...clock, seenMs: state.nowMs } }),
  }
  const updates = [
    withEarlierCalls,
    withDeliveries,
    withoutMissingChat,
    withPersonToPlay,
    withLoadedChats,
    withLoadedConversation,
    withLoadedSide,
  ]
  return updates.reduce((now, update) => update(now, loaded), withCopies)
}

/** Adds calls that did not arrive as events. Their entries get negative ids, below those of all events. */
function withEarlierCalls(state: State, { earlierCalls: calls }: Loaded): State {
  if (!calls) return state
  const knownIds = new Set(state.traffic.flatMap((entry) => (entry.kind === 'call' ? [entry.call.id] : [])))
  const newCalls = calls.filter(({ id }) => !knownIds.has(id))
  const events = newCalls.map((call, i): EventView => {
    return { id: i - newCalls.length, at: call.at, type: 'call', bot: call.bot ?? '?', call }
  })
  const msAgo = ({ at, duration_ms }: CallView) => Math.max(0, (emulatorTime(state) - at) * 1000 - duration_ms)
  return {
    ...state,
    traffic: [...withEvents([], events), ...state.traffic],
    counts: withCounts(state.counts, newCalls),
    programs: withPrograms(state.programs, events, state.nowMs, (call) => state.nowMs - msAgo(call)),
  }
}

/** The polling state was loaded after the earlier calls, so it overrides the state derived from them. */
function withDeliveries(state: State, { deliveries }: Loaded): State {
  if (!deliveries) return state
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

/** An id below those of all events and earlier calls. */
const EARLIER_OUTPUT_ID = -1_000_000

/** Returns an entry with what a program wrote before the dashboard was connected, if none of its output is known. */
function earlierOutput(state: State, bot: string, lines: readonly string[]): Entry[] {
  const isKnown = state.traffic.some((one) => one.kind === 'note' && one.bot === bot && one.isOutput)
  if (isKnown || !lines.length) return []
  const text = lines.join('\n')
  return [{ id: EARLIER_OUTPUT_ID, at: 0, bot, cause: null, kind: 'note', isOutput: true, isError: false, text }]
}

/** Chooses another person to play if the played person does not exist any more or was deleted. */
function withPersonToPlay(state: State, { people }: Loaded): State {
  if (!people || state.people.some((one) => one.handle === state.me && !one.deleted)) return state
  const me = state.people.find((one) => !one.deleted)?.handle ?? null
  return me === state.me ? state : withEffects({ ...state, me, chats: [] }, { do: 'load', what: 'chats' })
}

/** Closes the open chat if it does not exist any more, for example after a snapshot was restored. */
function withoutMissingChat(state: State, { bots, sharedChats }: Loaded): State {
  const isThere = [...state.bots, ...state.sharedChats].some((one) => one.handle === state.open)
  return state.open === null || !bots || !sharedChats || isThere
    ? state
    : { ...openChatByHandle(state, ''), open: null }
}

function withLoadedChats(state: State, { chats }: Loaded): State {
  if (!chats || chats.me !== state.me) return state
  const after = { ...state, chats: sortChats(chats.list) }
  if (state.chats.length && state.open !== null)
    return withEffects(withSameItemSelected(state, after), ...markAsRead(after))
  const latest = after.chats.find((chat) => chat.last_message)
  const first = state.open ?? latest?.handle ?? state.bots[0]?.handle ?? after.chats[0]?.handle
  if (first === undefined) return after
  // If no chat is open or the dashboard has just started, a chat is opened and the composer gets the focus.
  const isStarting = state.open === null || state.link === 'opening'
  const opened = isStarting ? { ...openChatByHandle(after, first), focus: 'compose' as const } : after
  const selected = selectItem(opened, (item) => item.kind !== 'person' && item.handle === first)
  return withEffects(selected, { do: 'load', what: 'conversation' }, ...markAsRead(selected))
}

function withSameItemSelected(before: State, after: State): State {
  const item = rosterOf(before)[before.selection.chats]
  return selectItem(after, (one) => one.kind === item?.kind && one.handle === item.handle)
}

const sortChats = (list: PersonChat[]) =>
  list
    .filter((chat) => chat.kind !== 'comments' || chat.last_message)
    .sort((a, b) => (b.last_message?.date ?? 0) - (a.last_message?.date ?? 0))

function markAsRead({ me, open, chats }: State): Effect[] {
  const unread = chats.find((chat) => chat.handle === open && chat.kind !== 'comments')?.unread ?? 0
  return me !== null && unread > 0
    ? [{ do: 'perform', action: 'read', params: { as: me, chat: open }, from: 'key' }]
    : []
}

function withLoadedConversation(state: State, { conversation }: Loaded): State {
  if (
    !conversation ||
    conversation.me !== state.me ||
    conversation.open !== state.open ||
    conversation.worldVersion !== state.worldVersion
  )
    return state
  const { chat, problem } = conversation
  // A message with a higher id than all loaded messages has arrived as an event during the load, so it is kept.
  const last = conversation.messages.at(-1)?.message_id ?? 0
  const newer =
    chat && state.conversation.chat ? state.conversation.messages.filter((message) => message.message_id > last) : []
  const messages = [...conversation.messages, ...newer]
  const isThere = messages.some((message) => message.message_id === state.conversation.selected)
  const selected = isThere ? state.conversation.selected : null
  const loaded = withConversation(state, {
    chat,
    messages,
    problem,
    selected,
    isWhole: conversation.messages.length < PAGE,
  })
  const after = state.focus === 'conversation' ? focusPane(loaded, 'conversation') : loaded
  return withEffects(after, ...markAsRead(after), ...previewEffects(after))
}

/** Shows the loaded chat of the other person. Closes it if the person or the chat does not exist any more. */
function withLoadedSide(state: State, { side: loaded }: Loaded): State {
  const { side, people, bots, sharedChats } = state
  if (!side) return state
  const isThere =
    people.some(({ handle, deleted }) => handle === side.me && !deleted) &&
    [...bots, ...sharedChats].some(({ handle }) => handle === side.open)
  if (!isThere) return { ...state, side: null }
  if (loaded?.me !== side.me || loaded.open !== side.open || loaded.worldVersion !== state.worldVersion) return state
  const { chat, messages, problem } = loaded
  const after = { ...state, side: { ...side, conversation: { ...side.conversation, chat, messages, problem } } }
  return withEffects(after, ...previewEffects({ ...after, conversation: after.side.conversation }))
}

/** The maximum number of messages that the first load returns. A shorter chat is loaded as a whole. */
const PAGE = 2000

/** Adds older messages in front of the loaded ones, and selects the first message of the chat. */
export function withOlder(state: State, older: OlderMessages): State {
  const { messages } = state.conversation
  if (older.me !== state.me || older.open !== state.open || older.worldVersion !== state.worldVersion) return state
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
