// The entries of the traffic that the user sees: grouped by exchange, filtered and selected.

import { exchangesIn, isAnsweredPoll, searchedParts } from '../../model/traffic-entries.ts'
import { type Chip, chipsIn, matchesChip } from '../../model/traffic-filter.ts'
import { toggle } from '../state/change.ts'
import { memoizeBySubject } from '../state/memoize.ts'
import type { Entry } from '../state/model.ts'
import type { State } from '../state/state.ts'

const sortByExchange = (entries: readonly Entry[]): readonly Entry[] => exchangesIn(entries).flat()

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
    const parts = searchedParts(entry)
    const text = parts.text()
    return { ...parts, text: () => text }
  },
)

export function selectedEntry(state: State): Entry | undefined {
  const entries = visibleTraffic(state)
  return entries.find(({ id }) => id === state.selection.traffic) ?? entries.at(-1)
}

const wordsOf = (filter: string) => filter.split(/\s+/).filter(Boolean)

export const withoutChip = (filter: string, at: number): string =>
  wordsOf(filter)
    .filter((_, i) => i !== at)
    .join(' ')

export function withChip(filter: string, { kind, value }: Chip): string {
  return toggle(wordsOf(filter), `${kind}:${value}`).join(' ')
}
