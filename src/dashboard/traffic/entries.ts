// The latest calls, updates and notes as entries: collected, grouped and filtered.

import type { EventView } from '../../contract/events.ts'
import type { CallView } from '../../contract/traffic.ts'
import { isAnswerTo } from '../../describe/exchange.ts'
import { isProgramError, programText } from '../../describe/program.ts'
import { dayOf, secondOf } from '../../describe/time.ts'
import { type Chip, chipsIn } from '../../describe/traffic-filter.ts'
import { memoizeBySubject } from '../state/memoize.ts'
import type { Entry } from '../state/model.ts'
import type { State } from '../state/state.ts'
import { chipsOf } from './filter.ts'
import { isPoll } from './program.ts'

export const MAX_ENTRIES = 2000

const isEmptyPoll = ({ method, body: { result } }: CallView) =>
  isPoll(method) && Array.isArray(result) && result.length === 0

/** The entries that the user is reading, which must not change: the selected one, and those before a pause. */
interface ReadEntries {
  selected: number | null
  pausedAt: number | null
}

/** Returns the same list if the events change nothing. */
export function withEvents(
  entries: readonly Entry[],
  events: readonly EventView[],
  { selected, pausedAt, arrivedMs = [] }: ReadEntries & { arrivedMs?: readonly number[] } = {
    selected: null,
    pausedAt: null,
  },
): readonly Entry[] {
  let before = entries
  const newEntries: Entry[] = []
  const states = new Map<string, string>()
  const times = new Map<string, UpdateTimes>()
  const idleMs = new Map<string, number | undefined>()
  let acknowledged: Map<string, number> | undefined
  for (const [i, event] of events.entries()) {
    const { id, at } = event
    const ms = arrivedMs[i]
    const arrival = ms === undefined ? {} : { ms }
    const bot = event.bot ?? '?'
    const base = { id, at, bot, cause: null }
    const note = (text: string, isError = false, cause: number | null = null) =>
      void newEntries.push({ ...base, kind: 'note', bot: event.bot ?? '', cause, text, isError })
    switch (event.type) {
      case 'call':
        if (!isEmptyPoll(event.call)) {
          const near = [...before.slice(-MAX_CAUSE_DISTANCE), ...newEntries.slice(-MAX_CAUSE_DISTANCE)]
          const cause = findCause(near, bot, event.call, at)
          const entry: CallEntry = { ...base, kind: 'call', call: event.call, cause, ...arrival }
          const last = newEntries.at(-1) ?? before.at(-1)
          const isRead = last && (last.id === selected || last.id <= (pausedAt ?? 0))
          const times = !isRead && isRepeatedRefusal(entry, last) ? (last.times ?? 1) + 1 : 1
          if (times > 1 && !newEntries.pop()) before = before.slice(0, -1)
          newEntries.push(times > 1 ? { ...entry, times } : entry)
        }
        break
      case 'update': {
        const { update_id: updateId, update_type: updateType, update } = event
        newEntries.push({ ...base, kind: 'update', updateId, updateType, update, state: 'pending', ...arrival })
        break
      }
      case 'handed-out':
        for (const one of event.update_ids) {
          states.set(`${bot} ${one}`, 'handed out')
          if (ms !== undefined) times.set(`${bot} ${one}`, { receivedMs: ms })
        }
        break
      case 'delivery': {
        const { update_id, status, error } = event
        states.set(`${bot} ${update_id}`, error === null ? `delivered ${status}` : `failed ${status ?? ''}`.trim())
        if (ms !== undefined)
          times.set(`${bot} ${update_id}`, { receivedMs: ms - (event.duration_ms ?? 0), idleMs: ms })
        if (error === null) break
        const isIts = (one: Entry) =>
          one.kind === 'update' && !one.isUndone && one.bot === bot && one.updateId === update_id
        note(`update ${update_id}: ${error}`, true, (newEntries.findLast(isIts) ?? before.findLast(isIts))?.id ?? null)
        break
      }
      case 'acknowledged':
        acknowledged ??= new Map()
        if (ms !== undefined) idleMs.set(bot, ms)
        acknowledged.set(bot, Math.max(acknowledged.get(bot) ?? 0, event.below))
        break
      case 'program':
        newEntries.push({
          ...{ ...base, kind: 'note', text: programText(event), isError: isProgramError(event) },
          ...(event.how === 'wrote' && { isOutput: true, error: event.error }),
        })
        break
      case 'clock':
        note(`the clock: ${dayOf(event.clock.now)} ${secondOf(event.clock.now)}${event.clock.frozen ? ', frozen' : ''}`)
        break
      case 'world':
        note(`the world was ${event.how}`)
        break
      case 'reset':
        note(`reset ${event.layer}${event.bot === undefined ? '' : ` of ${bot}`}`)
        break
      case 'missed':
        note(`${event.count} events were missed`, true)
        break
    }
  }
  if (!newEntries.length && !states.size && !acknowledged) return entries
  const all = limitEntries([...before, ...newEntries], selected)
  if (!states.size && !acknowledged) return all
  return all.map((entry) => {
    if (entry.kind !== 'update' || entry.isUndone) return entry
    const newState = states.get(`${entry.bot} ${entry.updateId}`)
    const isDone = entry.updateId < (acknowledged?.get(entry.bot) ?? 0) && !entry.state.startsWith('delivered')
    const state = isDone ? 'confirmed' : (newState ?? entry.state)
    if (state === entry.state) return entry
    const idle = isDone ? idleMs.get(entry.bot) : undefined
    const known = times.get(`${entry.bot} ${entry.updateId}`)
    return { ...entry, state, ...known, ...(idle !== undefined && { idleMs: idle }) }
  })
}

type UpdateTimes = Pick<Entry & { kind: 'update' }, 'receivedMs' | 'idleMs'>

type CallEntry = Entry & { kind: 'call' }

/** True if both calls were refused for the same reason, so that they can share an entry. */
const isRepeatedRefusal = (entry: CallEntry, last: Entry | undefined): last is CallEntry =>
  last?.kind === 'call' &&
  !entry.call.ok &&
  last.bot === entry.bot &&
  last.cause === entry.cause &&
  refusalKey(last) === refusalKey(entry)

/** Refusals over a limit (429) count as repeated although their texts and the seconds in their reasons differ. */
const refusalKey = ({ call: { method, params, status, why, rule } }: CallEntry) =>
  JSON.stringify(status === 429 ? [method, params.chat_id, rule] : [method, params, status, why, rule])

function limitEntries(entries: readonly Entry[], selected: number | null): readonly Entry[] {
  const newest = entries.slice(-MAX_ENTRIES)
  const droppedSelection = entries.slice(0, -MAX_ENTRIES).find(({ id }) => id === selected)
  return droppedSelection ? [droppedSelection, ...newest] : newest
}

const MAX_CAUSE_DISTANCE = 100
/** The maximum age of an update that a call can answer. A later call, such as a reminder, is listed at its own time. */
const MAX_CAUSE_SECONDS = 60

/** Returns the entry id of the newest update that the call answers, judged by the chat or the button press. */
function findCause(entries: readonly Entry[], bot: string, call: CallView, at: number): number | null {
  const updates = entries.filter(
    (entry) => entry.kind === 'update' && entry.bot === bot && !entry.isUndone && at - entry.at < MAX_CAUSE_SECONDS,
  )
  return updates.findLast((entry) => entry.kind === 'update' && isAnswerTo(call, entry.update))?.id ?? null
}

function sortByExchange(entries: readonly Entry[]): readonly Entry[] {
  const ids = new Set(entries.map(({ id }) => id))
  const placeOf = (entry: Entry) => (ids.has(exchangeId(entry)) ? exchangeId(entry) : entry.id)
  return [...entries].sort((a, b) => placeOf(a) - placeOf(b) || a.id - b.id)
}

const isAnsweredPoll = (entry: Entry) => entry.kind === 'call' && entry.call.ok && isPoll(entry.call.method)

const withoutPolls = memoizeBySubject(
  (entries: readonly Entry[]) => entries,
  (entries) => sortByExchange(entries.filter((entry) => !isAnsweredPoll(entry))),
)

export function visibleTraffic({ traffic, filters, pausedAt }: State): readonly Entry[] {
  const matching = filterEntries(traffic, filters.traffic)
  return pausedAt === null ? matching : matching.filter(({ id }) => id <= pausedAt)
}

/** Successful getUpdates calls match only filters with a word for text or for an operation. */
export function filterEntries(entries: readonly Entry[], filter: string): readonly Entry[] {
  const chips = chipsIn(filter)
  const asksForPolls = chips.some(({ kind }) => kind === 'text' || kind === 'op')
  const all = asksForPolls ? sortByExchange(entries) : withoutPolls(entries)
  return chips.length ? all.filter((entry) => chips.every((chip) => fits(entry, chip))) : all
}

function fits(entry: Entry, { kind, value }: Chip): boolean {
  if (kind === 'text') return searchTextOf(entry).includes(value)
  return chipsOf(entry)[kind].toLowerCase().startsWith(value)
}

const searchTextOf = memoizeBySubject(
  (entry: Entry) => entry,
  (entry) => textOf(entry).toLowerCase(),
)

function textOf(entry: Entry): string {
  if (entry.kind === 'note') return entry.text
  if (entry.kind === 'update') return `${entry.bot} ${entry.updateType} ${entry.state} ${JSON.stringify(entry.update)}`
  const { method, status, ok, why = '', rule = '', params } = entry.call
  return `${entry.bot} ${method} ${status} ${ok ? 'ok' : 'refused'} ${why} ${rule} ${JSON.stringify(params)}`
}

export const exchangeId = ({ cause, id }: Entry): number => cause ?? id

export function selectedEntry(state: State): Entry | undefined {
  const entries = visibleTraffic(state)
  return entries.find(({ id }) => id === state.selection.traffic) ?? entries.at(-1)
}
