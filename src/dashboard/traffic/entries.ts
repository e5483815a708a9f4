// The traffic between bots and the service, as lines that can be opened: the latest few thousand.

import type { EventView } from '../../contract/events.ts'
import type { CallView } from '../../contract/traffic.ts'
import { dayOf, secondOf } from '../../describe/time.ts'
import type { Entry } from '../state/model.ts'
import type { State } from '../state/state.ts'
import { type Chip, chipsIn, chipsOf } from './filter.ts'
import { isPoll } from './program.ts'

export const KEPT_ENTRIES = 2000

const isEmptyPoll = ({ method, body: { result } }: CallView) =>
  isPoll(method) && Array.isArray(result) && result.length === 0

/** What is read there, and stays as it is: the line that is chosen, and all up to where it was paused. */
interface Reading {
  chosen: number | null
  pausedAt: number | null
}

/** The entries with what some events add or change; the same list when they change nothing. */
export function withEvents(
  entries: readonly Entry[],
  events: readonly EventView[],
  { chosen, pausedAt }: Reading = { chosen: null, pausedAt: null },
): readonly Entry[] {
  let before = entries
  const added: Entry[] = []
  const states = new Map<string, string>()
  let acknowledged: Map<string, number> | undefined
  for (const event of events) {
    const { id, at } = event
    const bot = event.bot ?? '?'
    const note = (text: string, isBad = false, cause: number | null = null) =>
      void added.push({ id, at, kind: 'note', bot: event.bot ?? '', cause, text, bad: isBad })
    switch (event.type) {
      case 'call':
        if (!isEmptyPoll(event.call)) {
          const cause = causeAmong([...before.slice(-LOOKED_BACK), ...added.slice(-LOOKED_BACK)], bot, event.call)
          const entry: CallEntry = { id, at, kind: 'call', bot, call: event.call, cause }
          const last = added.at(-1) ?? before.at(-1)
          const isRead = last && (last.id === chosen || last.id <= (pausedAt ?? 0))
          const times = !isRead && isAgain(entry, last) ? (last.times ?? 1) + 1 : 1
          if (times > 1 && !added.pop()) before = before.slice(0, -1)
          added.push(times > 1 ? { ...entry, times } : entry)
        }
        break
      case 'update': {
        const { update_id: updateId, update_type: updateType, update } = event
        added.push({ id, at, kind: 'update', bot, cause: null, updateId, updateType, update, state: 'waits' })
        break
      }
      case 'handed-out':
        for (const one of event.update_ids) states.set(`${bot} ${one}`, 'handed out')
        break
      case 'delivery': {
        const { update_id, status, error } = event
        states.set(`${bot} ${update_id}`, error === null ? `delivered ${status}` : `failed ${status ?? ''}`.trim())
        if (error === null) break
        const isIts = (entry: Entry) => entry.kind === 'update' && entry.bot === bot && entry.updateId === update_id
        note(`update ${update_id}: ${error}`, true, (added.findLast(isIts) ?? before.findLast(isIts))?.id ?? null)
        break
      }
      case 'acknowledged':
        acknowledged ??= new Map()
        acknowledged.set(bot, Math.max(acknowledged.get(bot) ?? 0, event.below))
        break
      case 'clock':
        note(`the clock: ${dayOf(event.clock.now)} ${secondOf(event.clock.now)}${event.clock.frozen ? ', frozen' : ''}`)
        break
      case 'world':
        note(`the world was ${event.how}`)
        break
      case 'reset':
        note(`${event.layer} taken away${event.bot === undefined ? '' : ` of ${bot}`}`)
        break
      case 'missed':
        note(`${event.count} events went by unseen`, true)
        break
    }
  }
  if (!added.length && !states.size && !acknowledged) return entries
  const all = latest([...before, ...added], chosen)
  if (!states.size && !acknowledged) return all
  return all.map((entry) => {
    if (entry.kind !== 'update') return entry
    const said = states.get(`${entry.bot} ${entry.updateId}`)
    const isDone = entry.updateId < (acknowledged?.get(entry.bot) ?? 0) && !entry.state.startsWith('delivered')
    const state = isDone ? 'confirmed' : (said ?? entry.state)
    return state === entry.state ? entry : { ...entry, state }
  })
}

type CallEntry = Entry & { kind: 'call' }

/** Whether the same call is refused once more for the same reason: a bot that only tries again leaves room for the rest. */
const isAgain = (entry: CallEntry, last: Entry | undefined): last is CallEntry =>
  last?.kind === 'call' &&
  !entry.call.ok &&
  last.bot === entry.bot &&
  last.cause === entry.cause &&
  gistOfCall(last) === gistOfCall(entry)

const gistOfCall = ({ call: { method, params, status, why, rule } }: CallEntry) =>
  JSON.stringify([method, params, status, why, rule])

function latest(entries: readonly Entry[], chosen: number | null): readonly Entry[] {
  const kept = entries.slice(-KEPT_ENTRIES)
  const lost = entries.slice(0, -KEPT_ENTRIES).find(({ id }) => id === chosen)
  return lost ? [lost, ...kept] : kept
}

/** How far back the cause of a call is looked for. */
const LOOKED_BACK = 100

/** The newest update of the same chat or of the same press, else the newest of all, so that what belongs together is seen together. */
function causeAmong(entries: readonly Entry[], bot: string, { params }: CallView): number | null {
  const updates = entries.filter((entry) => entry.kind === 'update' && entry.bot === bot)
  const fits = (entry: Entry) => {
    if (entry.kind !== 'update') return false
    const { callback_query: query, ...rest } = entry.update
    if (query) return params.callback_query_id === query.id || isChat(params.chat_id, query.message?.chat.id)
    return Object.values(rest).some((one) => typeof one === 'object' && isChat(params.chat_id, one.chat?.id))
  }
  return updates.findLast(fits)?.id ?? null
}

const isChat = (named: unknown, id: number | undefined) => id !== undefined && String(named) === String(id)

/** Each update with the calls that answer it below it, in the order of the updates. */
function exchanges(entries: readonly Entry[]): readonly Entry[] {
  const there = new Set(entries.map(({ id }) => id))
  const placeOf = (entry: Entry) => (there.has(exchangeOf(entry)) ? exchangeOf(entry) : entry.id)
  return [...entries].sort((a, b) => placeOf(a) - placeOf(b) || a.id - b.id)
}

/** A poll that brought updates says nothing that their own lines do not. */
const isAnsweredPoll = (entry: Entry) => entry.kind === 'call' && entry.call.ok && isPoll(entry.call.method)

const withoutPolls = new WeakMap<readonly Entry[], readonly Entry[]>()

function unsearched(entries: readonly Entry[]): readonly Entry[] {
  let kept = withoutPolls.get(entries)
  if (!kept) {
    kept = exchanges(entries.filter((entry) => !isAnsweredPoll(entry)))
    withoutPolls.set(entries, kept)
  }
  return kept
}

/** What is to be seen of the traffic: what the filter lets through, up to where it was paused. */
export function shownTraffic({ traffic, filters, pausedAt }: State): readonly Entry[] {
  const shown = filtered(traffic, filters.traffic)
  return pausedAt === null ? shown : shown.filter(({ id }) => id <= pausedAt)
}

/** The lines that all words of a filter let through. Polls that brought updates are shown where they are asked for. */
export function filtered(entries: readonly Entry[], filter: string): readonly Entry[] {
  const chips = chipsIn(filter)
  const asksForPolls = chips.some(({ kind }) => kind === 'text' || kind === 'op')
  const all = asksForPolls ? exchanges(entries) : unsearched(entries)
  return chips.length ? all.filter((entry) => chips.every((chip) => fits(entry, chip))) : all
}

function fits(entry: Entry, { kind, value }: Chip): boolean {
  if (kind === 'text') return searchedText(entry).includes(value)
  return chipsOf(entry)[kind].toLowerCase().startsWith(value)
}

const searched = new WeakMap<Entry, string>()

function searchedText(entry: Entry): string {
  let text = searched.get(entry)
  if (text === undefined) {
    text = textOf(entry).toLowerCase()
    searched.set(entry, text)
  }
  return text
}

function textOf(entry: Entry): string {
  if (entry.kind === 'note') return entry.text
  if (entry.kind === 'update') return `${entry.bot} ${entry.updateType} ${entry.state} ${JSON.stringify(entry.update)}`
  const { method, status, ok, why = '', rule = '', params } = entry.call
  return `${entry.bot} ${method} ${status} ${ok ? 'ok' : 'refused'} ${why} ${rule} ${JSON.stringify(params)}`
}

/** The exchange that an entry belongs to, by the number of its first entry. */
export const exchangeOf = ({ cause, id }: Entry): number => cause ?? id

/** The entry that is chosen, else the newest. */
export function selectedEntry(state: State): Entry | undefined {
  const entries = shownTraffic(state)
  return entries.find(({ id }) => id === state.chosen.traffic) ?? entries.at(-1)
}
