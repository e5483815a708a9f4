// The entries of the traffic that the user sees: sorted by exchange, filtered and selected.

import { isPoll } from '../../describe/call.ts'
import { type Chip, chipsIn, matchesChip } from '../../describe/traffic-filter.ts'
import { toggle } from '../state/change.ts'
import { memoizeBySubject } from '../state/memoize.ts'
import type { Entry } from '../state/model.ts'
import type { State } from '../state/state.ts'

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

/** Hides successful getUpdates calls, unless the filter asks for a text or an operation. */
export function filterEntries(entries: readonly Entry[], filter: string): readonly Entry[] {
  const chips = chipsIn(filter)
  const asksForPolls = chips.some(({ kind }) => kind === 'text' || kind === 'op')
  const all = asksForPolls ? sortByExchange(entries) : withoutPolls(entries)
  return chips.length ? all.filter((entry) => chips.every((chip) => matchesChip(chip, searchedOf(entry)))) : all
}

const searchedOf = memoizeBySubject(
  (entry: Entry) => entry,
  (entry) => {
    const text = textOf(entry)
    return { ...chipsOf(entry), text: () => text }
  },
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

const wordsOf = (filter: string) => filter.split(/\s+/).filter(Boolean)

export function chipsOf(entry: Entry): Record<Exclude<Chip['kind'], 'text'>, string> {
  const { bot } = entry
  if (entry.isUndone) return { bot, op: '', status: 'undone' }
  if (entry.kind === 'note') return { bot, op: entry.isOutput ? 'output' : '', status: entry.isError ? 'bad' : 'note' }
  if (entry.kind === 'update') return { bot, op: entry.updateType, status: entry.state.replaceAll(' ', '-') }
  const { method, ok, status } = entry.call
  return { bot, op: method, status: ok ? 'ok' : String(status) }
}

export const withoutChip = (filter: string, at: number): string =>
  wordsOf(filter)
    .filter((_, i) => i !== at)
    .join(' ')

export function withChip(filter: string, { kind, value }: Chip): string {
  return toggle(wordsOf(filter), `${kind}:${value}`).join(' ')
}
