// The traffic between bots and the service, as lines that can be opened: the latest few thousand.

import type { EventView } from '../../contract/events.ts'
import type { Update } from '../../contract/shapes.ts'
import type { CallView } from '../../contract/traffic.ts'

export type Entry =
  | { id: number; at: number; kind: 'call'; bot: string; call: CallView }
  | {
      id: number
      at: number
      kind: 'update'
      bot: string
      updateId: number
      updateType: string
      update: Update
      state: string
    }
  | { id: number; at: number; kind: 'note'; bot: string; text: string; bad: boolean }

export const KEPT_ENTRIES = 2000

const isEmptyPoll = ({ method, body: { result } }: CallView) =>
  method.toLowerCase() === 'getupdates' && Array.isArray(result) && result.length === 0

/** The entries with what some events add or change; the same list when they change nothing. */
export function withEvents(entries: readonly Entry[], events: readonly EventView[]): readonly Entry[] {
  const added: Entry[] = []
  const states = new Map<string, string>()
  let acknowledged: Map<string, number> | undefined
  for (const event of events) {
    const bot = event.bot ?? '?'
    switch (event.type) {
      case 'call':
        if (!isEmptyPoll(event.call)) added.push({ id: event.id, at: event.at, kind: 'call', bot, call: event.call })
        break
      case 'update':
        added.push({
          id: event.id,
          at: event.at,
          kind: 'update',
          bot,
          updateId: event.update_id,
          updateType: event.update_type,
          update: event.update,
          state: 'waits',
        })
        break
      case 'handed-out':
        for (const id of event.update_ids) states.set(`${bot} ${id}`, 'handed out')
        break
      case 'delivery':
        states.set(
          `${bot} ${event.update_id}`,
          event.error === null ? `delivered ${event.status}` : `failed ${event.status ?? ''}`.trim(),
        )
        if (event.error !== null)
          added.push({
            id: event.id,
            at: event.at,
            kind: 'note',
            bot,
            text: `update ${event.update_id}: ${event.error}`,
            bad: true,
          })
        break
      case 'acknowledged':
        acknowledged ??= new Map()
        acknowledged.set(bot, Math.max(acknowledged.get(bot) ?? 0, event.below))
        break
      case 'clock':
        added.push({ id: event.id, at: event.at, kind: 'note', bot: '', text: 'the clock was moved', bad: false })
        break
      case 'world':
        added.push({
          id: event.id,
          at: event.at,
          kind: 'note',
          bot: '',
          text: `the world was ${event.how}`,
          bad: false,
        })
        break
      case 'reset':
        added.push({
          id: event.id,
          at: event.at,
          kind: 'note',
          bot: event.bot === undefined ? '' : bot,
          text: `${event.layer} taken away${event.bot === undefined ? '' : ` of ${bot}`}`,
          bad: false,
        })
        break
      case 'missed':
        added.push({
          id: event.id,
          at: 0,
          kind: 'note',
          bot: '',
          text: `${event.count} events went by unseen`,
          bad: true,
        })
        break
    }
  }
  if (!added.length && !states.size && !acknowledged) return entries
  const all = [...entries, ...added].slice(-KEPT_ENTRIES)
  if (!states.size && !acknowledged) return all
  return all.map((entry) => {
    if (entry.kind !== 'update') return entry
    const said = states.get(`${entry.bot} ${entry.updateId}`)
    const isDone = entry.updateId < (acknowledged?.get(entry.bot) ?? 0) && !entry.state.startsWith('delivered')
    const state = isDone ? 'confirmed' : (said ?? entry.state)
    return state === entry.state ? entry : { ...entry, state }
  })
}

/** A poll that brought updates says nothing that their own lines do not. */
const isAnsweredPoll = (entry: Entry) =>
  entry.kind === 'call' && entry.call.ok && entry.call.method.toLowerCase() === 'getupdates'

const withoutPolls = new WeakMap<readonly Entry[], readonly Entry[]>()

function unsearched(entries: readonly Entry[]): readonly Entry[] {
  let kept = withoutPolls.get(entries)
  if (!kept) {
    kept = entries.filter((entry) => !isAnsweredPoll(entry))
    withoutPolls.set(entries, kept)
  }
  return kept
}

/** The lines that a filter lets through: every word must occur somewhere in the line. Without one, all but the polls. */
export function filtered(entries: readonly Entry[], filter: string): readonly Entry[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (!words.length) return unsearched(entries)
  return entries.filter((entry) => {
    const text = searchedText(entry)
    return words.every((word) => text.includes(word))
  })
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
