// What the views say, taken into the state.

import type { EventView } from '../../contract/events.ts'
import type { CallView } from '../../contract/traffic.ts'
import { fileIn } from '../../describe/message.ts'
import { withEffects, withTalk } from '../state/change.ts'
import { nowOf } from '../state/clock.ts'
import type { ChatOfMine, Message } from '../state/model.ts'
import { openHandle, rosterOf, toPane, withChosenItem } from '../state/roster.ts'
import type { Effect, Panel, State } from '../state/state.ts'
import { withCounts } from '../traffic/counts.ts'
import { withEvents } from '../traffic/entries.ts'
import { withPrograms } from '../traffic/program.ts'

/** Taken as they are. */
const PLAIN = ['actions', 'people', 'bots', 'places', 'service', 'snapshots'] as const

export interface Loaded extends Partial<Pick<State, (typeof PLAIN)[number]>> {
  clock?: { now: number; frozen: boolean }
  /** Whether a getUpdates of each bot waits. */
  polling?: Readonly<Record<string, boolean>>
  /** The latest calls from before the dashboard came. */
  earlier?: readonly CallView[]
  /** Whose chats. */
  chats?: { me: string; list: ChatOfMine[] }
  /** Of what is recorded. */
  steps?: readonly string[]
  panel?: { source: string; read: Partial<Panel> }
  talk?: {
    me: string
    open: string
    world: number
    chat: ChatOfMine | null
    messages: Message[]
    problem: string | null
  }
}

const NO_PANEL: Panel = { limits: [], updates: [], deliveries: [], faults: [], members: [], snapshots: [] }

export function withLoaded(state: State, loaded: Loaded): State {
  const { clock, panel, steps } = loaded
  const plain = PLAIN.filter((name) => loaded[name]).map((name) => [name, loaded[name]])
  const known: State = {
    ...state,
    ...Object.fromEntries(plain),
    ...(panel && { inspector: { ...state.inspector, source: panel.source, panel: { ...NO_PANEL, ...panel.read } } }),
    ...(steps && state.recording && { recording: { ...state.recording, lines: steps } }),
    ...(clock && { clock: { ...clock, seenMs: state.nowMs } }),
  }
  const settled = [withEarlierCalls, withPolling, withoutMissingChat, withPersonToPlay, chatsLoaded, talkLoaded]
  return settled.reduce((now, settle) => settle(now, loaded), known)
}

/** Some of them may have come as events meanwhile. Their numbers stay below those of the events. */
function withEarlierCalls(state: State, { earlier: calls }: Loaded): State {
  if (!calls) return state
  const seen = new Set(state.traffic.flatMap((entry) => (entry.kind === 'call' ? [entry.call.id] : [])))
  const missed = calls.filter(({ id }) => !seen.has(id))
  const events = missed.map((call, i): EventView => {
    return { id: i - missed.length, at: call.at, type: 'call', bot: call.bot ?? '?', call }
  })
  const msAgo = ({ at, duration_ms }: CallView) => Math.max(0, (nowOf(state) - at) * 1000 - duration_ms)
  return {
    ...state,
    traffic: [...withEvents([], events), ...state.traffic],
    counts: withCounts(state.counts, missed),
    programs: withPrograms(state.programs, events, (call) => state.nowMs - msAgo(call)),
  }
}

/** It is asked after the calls, and newer. */
function withPolling(state: State, { polling = {} }: Loaded): State {
  const asked = Object.entries(polling).map(([bot, isPolling]) => [bot, { ...state.programs[bot], polling: isPolling }])
  return asked.length ? { ...state, programs: { ...state.programs, ...Object.fromEntries(asked) } } : state
}

/** Whoever I was may be gone; somebody must be played. */
function withPersonToPlay(state: State, { people }: Loaded): State {
  if (!people || state.people.some((one) => one.handle === state.me && !one.deleted)) return state
  const me = state.people.find((one) => !one.deleted)?.handle ?? null
  return me === state.me ? state : withEffects({ ...state, me, chats: [] }, { do: 'load', what: 'chats' })
}

/** So may the chat that stood open, where another world has taken the place of this one. */
function withoutMissingChat(state: State, { bots, places }: Loaded): State {
  const isThere = [...state.bots, ...state.places].some((one) => one.handle === state.open)
  return state.open === null || !bots || !places || isThere ? state : { ...openHandle(state, ''), open: null }
}

function chatsLoaded(state: State, { chats }: Loaded): State {
  if (!chats || chats.me !== state.me) return state
  const after = { ...state, chats: sorted(chats.list) }
  if (state.chats.length && state.open !== null)
    return withEffects(withSameItemChosen(state, after), ...readSoon(after))
  const spokenIn = after.chats.find((chat) => chat.last_message)
  const first = state.open ?? spokenIn?.handle ?? state.bots[0]?.handle ?? after.chats[0]?.handle
  if (first === undefined) return after
  // Whoever comes wants to write.
  const isComing = state.open === null || state.link === 'opening'
  const opened = isComing ? { ...openHandle(after, first), focus: 'compose' as const } : after
  const chosen = withChosenItem(opened, (item) => item.kind !== 'person' && item.handle === first)
  return withEffects(chosen, { do: 'load', what: 'talk' }, ...readSoon(chosen))
}

/** The list moves; what is chosen in it stays. */
function withSameItemChosen(before: State, after: State): State {
  const item = rosterOf(before)[before.chosen.chats]
  return withChosenItem(after, (one) => one.kind === item?.kind && one.handle === item.handle)
}

/** The chat that was written in last comes first, as in every messenger. */
const sorted = (list: ChatOfMine[]) =>
  list
    .filter((chat) => chat.kind !== 'comments' || chat.last_message)
    .sort((a, b) => (b.last_message?.date ?? 0) - (a.last_message?.date ?? 0))

/** What stands open before my eyes is read. */
function readSoon({ me, open, chats }: State): Effect[] {
  const unread = chats.find((chat) => chat.handle === open && chat.kind !== 'comments')?.unread ?? 0
  return me !== null && unread > 0
    ? [{ do: 'perform', action: 'read', params: { as: me, chat: open }, from: 'key' }]
    : []
}

function talkLoaded(state: State, { talk }: Loaded): State {
  if (!talk || talk.me !== state.me || talk.open !== state.open || talk.world !== state.world) return state
  const { chat, problem } = talk
  // What has come meanwhile is newer than what was read.
  const last = talk.messages.at(-1)?.message_id ?? 0
  const newer = chat && state.talk.chat ? state.talk.messages.filter((message) => message.message_id > last) : []
  const messages = [...talk.messages, ...newer]
  const isThere = messages.some((message) => message.message_id === state.talk.selected)
  const selected = isThere ? state.talk.selected : null
  const read = withTalk(state, { chat, messages, problem, selected })
  const after = state.focus === 'talk' ? toPane(read, 'talk') : read
  return withEffects(after, ...readSoon(after), ...previews(after))
}

const MAX_PREVIEWS = 12

/** The pictures of the latest messages that were never drawn. */
export function previews({ talk, photos }: State): Effect[] {
  const files = talk.messages
    .slice(-60)
    .map(fileIn)
    .flatMap((held) => (held?.kind === 'photo' ? held.unique_id : []))
    .filter((id) => !(id in photos))
    .slice(-MAX_PREVIEWS)
  return files.length ? [{ do: 'preview', files }] : []
}
