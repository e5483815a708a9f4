// The latest calls, updates and notes as entries; calls name the updates that they answer.

import type { EventView } from '../contract/events.ts'
import type { Update } from '../contract/shapes.ts'
import type { CallView } from '../contract/traffic.ts'
import { isPoll } from './call.ts'
import { isAnswerTo } from './exchange.ts'
import { isProgramError, programText } from './program.ts'
import { dayOf, secondOf } from './time.ts'

/** One entry of the traffic. Equal refused calls in a row share an entry: `call` is the last, `times` their number. */
export type Entry = {
  id: number
  at: number
  bot: string
  /** The entry id of the update that this call answers, or whose failed delivery this note reports. */
  cause: number | null
  /** True if a restore has undone the entry. Events do not change such an entry, and it is not linked to a message. */
  isUndone?: boolean
  /** The real time at which the event arrived, in milliseconds; unknown for earlier calls. */
  ms?: number
} & (
  | { kind: 'call'; call: CallView; times?: number }
  | {
      kind: 'update'
      updateId: number
      updateType: string
      update: Update
      state: string
      receivedMs?: number | undefined
      idleMs?: number | undefined
    }
  /** A note on the world, or what the program of a bot has written. `error` is the first line of an error in it. */
  | { kind: 'note'; text: string; isError: boolean; isOutput?: boolean; error?: string | undefined }
)

const MAX_ENTRIES = 2000

const isEmptyPoll = ({ method, body: { result } }: CallView) =>
  isPoll(method) && Array.isArray(result) && result.length === 0

/** The entries that the user is reading, which must not change: the selected one, and those before a pause. */
interface ReadEntries {
  selected: number | null
  pausedAt: number | null
}

/** Returns the same list if the events change nothing. */
export function withEvents(
  known: readonly Entry[],
  events: readonly EventView[],
  { selected = null, pausedAt = null, arrivedMs = [] }: Partial<ReadEntries> & { arrivedMs?: readonly number[] } = {},
): readonly Entry[] {
  const entries = [...known]
  let isChanged = false
  const add = (entry: Entry) => {
    entries.push(entry)
    isChanged = true
  }
  for (const [i, event] of events.entries()) {
    const { id, at, bot = '?' } = event
    const ms = arrivedMs[i]
    const base = { id, at, bot, cause: null }
    const arrival = ms === undefined ? {} : { ms }
    const note = (text: string, isError = false, cause: number | null = null) =>
      add({ ...base, kind: 'note', bot: event.bot ?? '', cause, text, isError })
    const setState = (state: string, times: UpdateTimes, isMeant: (one: UpdateEntry) => boolean) =>
      entries.forEach((one, at) => {
        if (one.kind !== 'update' || one.isUndone || one.bot !== bot || one.state === state || !isMeant(one)) return
        entries[at] = { ...one, ...(ms !== undefined && times), state }
        isChanged = true
      })
    switch (event.type) {
      case 'call':
        if (!isEmptyPoll(event.call)) {
          const cause = findCause(entries.slice(-MAX_CAUSE_DISTANCE), bot, event.call, at)
          const entry: CallEntry = { ...base, kind: 'call', call: event.call, cause, ...arrival }
          const last = entries.at(-1)
          const isRead = last && (last.id === selected || last.id <= (pausedAt ?? 0))
          const isRepeated = !isRead && isRepeatedRefusal(entry, last)
          if (isRepeated) entries.pop()
          add(isRepeated ? { ...entry, times: (last.times ?? 1) + 1 } : entry)
        }
        break
      case 'update': {
        const { update_id: updateId, update_type: updateType, update } = event
        add({ ...base, kind: 'update', updateId, updateType, update, state: 'pending', ...arrival })
        break
      }
      case 'handed-out':
        setState('handed out', { receivedMs: ms }, ({ updateId }) => event.update_ids.includes(updateId))
        break
      case 'delivery': {
        const { update_id, status, error, duration_ms = 0 } = event
        const state = error === null ? `delivered ${status}` : `failed ${status ?? ''}`.trim()
        const isIts = (one: Entry): one is UpdateEntry =>
          one.kind === 'update' && !one.isUndone && one.bot === bot && one.updateId === update_id
        setState(state, { receivedMs: (ms ?? 0) - duration_ms, idleMs: ms }, isIts)
        if (error !== null) note(`update ${update_id}: ${error}`, true, entries.findLast(isIts)?.id ?? null)
        break
      }
      case 'acknowledged':
        setState(
          'confirmed',
          { idleMs: ms },
          ({ updateId, state }) => updateId < event.below && !state.startsWith('delivered'),
        )
        break
      case 'program': {
        const output = event.how === 'wrote' && { isOutput: true, error: event.error }
        add({ ...base, kind: 'note', text: programText(event), isError: isProgramError(event), ...output })
        break
      }
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
  return isChanged ? limitEntries(entries, selected) : known
}

type UpdateEntry = Entry & { kind: 'update' }
type UpdateTimes = Pick<UpdateEntry, 'receivedMs' | 'idleMs'>
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
