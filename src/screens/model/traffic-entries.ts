// Turns events into the entries of the traffic, and groups entries into exchanges.

import type { EventType, EventView } from '../../control/contract/events.ts'
import type { Update } from '../../control/contract/shapes.ts'
import type { AttemptView, CallView } from '../../control/contract/traffic.ts'
import { isPoll, isRepeatedPoll } from '../../control/describe/call.ts'
import { isProgramError, programText } from '../../control/describe/program.ts'
import { dayOf, secondOf } from '../../lib/time-text.ts'

/** A time of the emulator's clock, in seconds, and the real time in milliseconds, if it is known. */
export interface Moment {
  at: number
  ms?: number | undefined
}

/** Returns the time between two moments: real time if known, else time of the emulator's clock, which can be frozen. */
export const elapsedMs = (from: Moment, to: Moment) =>
  from.ms === undefined || to.ms === undefined ? 1000 * (to.at - from.at) : to.ms - from.ms

/** One entry of the traffic. */
export type TrafficEntry = Moment & {
  id: number
  bot: string
  /** The entry id of the update that this call answers, or of the update whose delivery this note reports. */
  cause: number | null
  /** True if the call may as well answer another update. */
  isGuess?: boolean
  /** True if a restore has undone the entry. Events do not change such an entry, and it is not linked to a message. */
  isUndone?: boolean
} & (
    | { kind: 'call'; call: CallView }
    | {
        kind: 'update'
        updateId: number
        updateType: string
        update: Update
        state: string
        received?: Moment
        idle?: Moment
      }
    /**
     * Any other event, such as a reset or a program's output, described by `text`. `error` is the first line of an
     * error in it.
     */
    | {
        kind: 'note'
        about: EventType
        text: string
        isError: boolean
        isOutput?: boolean
        error?: string | undefined
        delivery?: Partial<AttemptView>
      }
  )

const MAX_ENTRIES = 2000

const isEmptyPoll = ({ method, body: { result } }: CallView) =>
  isPoll(method) && Array.isArray(result) && result.length === 0

/** An event and, if the page or the dashboard received it when it happened, the real time of its arrival. */
export type Arrived = EventView & { arrivedMs?: number }

/** Adds events to the entries. Returns the same list if the events do not change an entry. */
export function withEvents(before: readonly TrafficEntry[], events: readonly Arrived[]): readonly TrafficEntry[] {
  const entries = [...before]
  let isChanged = false
  const add = (entry: TrafficEntry) => {
    entries.push(entry)
    isChanged = true
  }
  for (const event of events) {
    const { id, at, bot = '?', arrivedMs: ms } = event
    const base = { id, at, ms, bot, cause: null }
    const about = event.type
    const note = (text: string, isError = false, more: Partial<TrafficEntry & { kind: 'note' }> = {}) =>
      add({ ...base, kind: 'note', about, bot: event.bot ?? '', text, isError, ...more })
    const isItsUpdate = (one: TrafficEntry): one is UpdateEntry =>
      one.kind === 'update' && !one.isUndone && one.bot === bot
    const setState = (state: string, times: Partial<UpdateEntry>, isMeant: (one: UpdateEntry) => boolean) =>
      entries.forEach((one, at) => {
        if (!isItsUpdate(one) || one.state === state || !isMeant(one)) return
        entries[at] = { ...one, ...times, state }
        isChanged = true
      })
    /** Replaces such a note at the end, because an undo sets the clock, restores the world and sets the clock again. */
    const noteState = (text: string) => {
      const last = entries.at(-1)
      if (last?.kind === 'note' && (last.about === 'clock' || last.about === 'world')) entries.pop()
      note(text)
    }
    switch (event.type) {
      case 'call': {
        const { call } = event
        if (isEmptyPoll(call) || isRepeatedPoll(call)) break
        const cause = findCause(entries.slice(-MAX_CAUSE_DISTANCE), base, call)
        const entry: TrafficEntry = { ...base, kind: 'call', call, ...cause }
        // The call says itself which fault it met, unless the screens hide it.
        const isItsFault = (one: TrafficEntry) =>
          one.kind === 'note' && one.about === 'fault' && one.bot === bot && call.why?.includes(one.text)
        const fault = isAnsweredPoll(entry) ? -1 : entries.findLastIndex(isItsFault)
        if (fault >= 0) entries.splice(fault, 1)
        add(entry)
        break
      }
      case 'update': {
        const { update_id: updateId, update_type: updateType, update } = event
        add({ ...base, kind: 'update', updateId, updateType, update, state: 'pending' })
        break
      }
      case 'handed-out':
        setState('handed out', { received: { at, ms } }, ({ updateId }) => event.update_ids.includes(updateId))
        break
      case 'delivery': {
        const { update_id, status, error, duration_ms = 0 } = event
        const state = error === null ? `delivered ${status}` : `failed ${status ?? ''}`.trim()
        const isMeant = ({ updateId }: UpdateEntry) => updateId === update_id
        const received = { at: at - duration_ms / 1000, ms: ms && ms - duration_ms }
        setState(state, { received, idle: { at, ms } }, isMeant)
        const cause = entries.findLast((one) => isItsUpdate(one) && isMeant(one))?.id ?? null
        note(`update ${update_id}: ${error ?? status}`, error !== null, { cause, delivery: event })
        break
      }
      case 'acknowledged':
        setState(
          'confirmed',
          { idle: { at, ms } },
          ({ updateId, state }) => updateId < event.below && !state.startsWith('delivered'),
        )
        break
      case 'program': {
        const output = event.how === 'wrote' ? { isOutput: true, error: event.error } : {}
        note(programText(event), isProgramError(event), output)
        break
      }
      case 'fault':
        note(event.why)
        break
      case 'clock': {
        const { now, frozen } = event.clock
        const last = entries.at(-1)
        const world = last?.kind === 'note' && last.about === 'world' ? `${last.text}, ` : ''
        noteState(`${world}the clock: ${dayOf(now)} ${secondOf(now)}${frozen ? ', frozen' : ''}`)
        break
      }
      case 'world':
        noteState(`the world was ${event.how}`)
        break
      case 'reset':
        note(`reset ${event.layer}${event.bot === undefined ? '' : ` of ${bot}`}`)
        break
      case 'missed':
        note(`${event.count} events were missed`, true)
        break
    }
  }
  return isChanged ? entries.slice(-MAX_ENTRIES) : before
}

type UpdateEntry = TrafficEntry & { kind: 'update' }

const MAX_CAUSE_DISTANCE = 100
/** The maximum age of an update that a call can answer. A later call, such as a reminder, is listed at its own time. */
const MAX_CAUSE_SECONDS = 60

/**
 * Finds the update that a call answers. A press that the call names is certain. Else it is an update of the same chat: of
 * those that the bot still works on the earliest without a call, else the newest that it got.
 */
function findCause(
  entries: readonly TrafficEntry[],
  { bot, at }: Pick<TrafficEntry, 'bot' | 'at'>,
  { params, housekeeping }: CallView,
): { cause: number | null; isGuess?: boolean } {
  const updates = entries.filter(
    (one): one is UpdateEntry =>
      one.kind === 'update' && one.bot === bot && !one.isUndone && at - one.at < MAX_CAUSE_SECONDS,
  )
  const pressed = updates.findLast(({ update }) => update.callback_query?.id === (params.callback_query_id ?? null))
  if (pressed) return { cause: pressed.id }
  const isInHand = ({ state }: UpdateEntry) => state === 'handed out'
  const isAnswered = ({ id }: UpdateEntry) => entries.some(({ kind, cause }) => kind === 'call' && cause === id)
  const inHand = updates.filter(isInHand)
  const inChat = updates.filter(({ update }) => isChat(params.chat_id, chatIn(update)))
  // An update that waits for a poll is unknown to the bot. A webhook works on it before it is delivered.
  const received = updates.some(({ state }) => state !== 'pending')
    ? inChat.filter(({ state }) => state !== 'pending')
    : inChat
  const cause = inChat.filter(isInHand).find((one) => !isAnswered(one)) ?? inChat.findLast(isInHand) ?? received.at(-1)
  if (cause) {
    const isOpen = (one: UpdateEntry) => one !== cause && (isInHand(one) || (!isInHand(cause) && !isAnswered(one)))
    return { cause: cause.id, isGuess: received.some(isOpen) }
  }
  const [only, ...others] = inHand
  return only && !others.length && !housekeeping && params.chat_id !== undefined
    ? { cause: only.id, isGuess: true }
    : { cause: null }
}

/** True if a call names the chat, by its id or its username. */
export const isChat = (named: unknown, chat: { id: number; username?: string | undefined } | undefined) =>
  chat !== undefined &&
  [`${chat.id}`, chat.username && `@${chat.username}`.toLowerCase()].includes(String(named).toLowerCase())

/** Returns the chat that an update is about. */
export function chatIn({ update_id: _, ...content }: Update) {
  const [about] = Object.values(content)
  return about && ('message' in about ? about.message.chat : 'chat' in about ? about.chat : undefined)
}

/** True for a successful poll, unless it shows that the bot gets the same update again and again. */
export const isAnsweredPoll = (entry: TrafficEntry) =>
  entry.kind === 'call' && entry.call.ok && isPoll(entry.call.method) && !entry.call.unconfirmed

export const exchangeId = ({ cause, id }: TrafficEntry): number => cause ?? id

/** Groups the entries: each update with its calls and deliveries. Any other entry is a group of its own. */
export const exchangesIn = (entries: readonly TrafficEntry[]) => [...Map.groupBy(entries, exchangeId).values()]

/** The words of a filter: `bot:`, `op:` or `status:` with a value, or any text. */
export const wordsOfFilter = (filter: string) => filter.toLowerCase().split(/\s+/).filter(Boolean)

/** True if the entry has all of the words. */
export function hasWords(entry: TrafficEntry, words: readonly string[]): boolean {
  const text = words.length ? ` ${searchedText(entry)}`.toLowerCase() : ''
  return words.every((word) => text.includes(/^(bot|op|status):/.test(word) ? ` ${word}` : word))
}

function searchedText(entry: TrafficEntry): string {
  const { bot, isUndone } = entry
  const is = (op: string, status: string) => `bot:${bot} ${isUndone ? 'status:undone' : `op:${op} status:${status}`}`
  if (entry.kind === 'note')
    return `${is(entry.isOutput ? 'output' : '', entry.isError ? 'bad' : 'note')} ${entry.text}`
  if (entry.kind === 'update') {
    const { updateType, state, update } = entry
    return `${is(updateType, state.replaceAll(' ', '-'))} ${bot} ${updateType} ${state} ${JSON.stringify(update)}`
  }
  const { method, status, ok, why = '', rule = '', params, body } = entry.call
  const sent = JSON.stringify(isPoll(method) ? params : [params, body])
  const outcome = ok ? 'ok' : `${status} status:refused`
  return `${is(method, outcome)} ${bot} ${method} ${status} ${ok ? 'ok' : 'refused'} ${why} ${rule} ${sent}`
}
