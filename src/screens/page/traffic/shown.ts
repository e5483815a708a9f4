// The exchanges that the filters let through, and the time axis of their bars.

import { computed, signal } from '@preact/signals'
import { isAbout } from '../../model/links.ts'
import { elapsedMs, exchangesIn, hasWords, type TrafficEntry, wordsOfFilter } from '../../model/traffic-entries.ts'
import { hasRoom, isTrafficShown, openChats, selected } from '../route.ts'
import { pastTraffic } from './history.ts'

export const filter = signal('')
/** True if only the entries of the chats that are open on the phones are shown. */
export const isOfOpenChats = signal(false)

const words = computed(() => wordsOfFilter(filter.value))

export const isFiltered = computed(() => isOfOpenChats.value || words.value.length > 0)

export function clearFilter() {
  filter.value = ''
  isOfOpenChats.value = false
}

const MAX_EXCHANGES = 300

export const shownExchanges = computed(() => {
  const chats = isOfOpenChats.value ? openChats.value : undefined
  const matches = (entry: TrafficEntry) =>
    hasWords(entry, words.value) && (!chats || chats.some((chat) => isAbout(entry, chat)))
  return exchangesIn(pastTraffic.value)
    .filter((exchange) => exchange.some(matches))
    .slice(-MAX_EXCHANGES)
})

/** If possible of an open chat. */
const newest = computed(() => {
  const rows = shownExchanges.value.flat().filter(({ kind }) => kind !== 'note')
  return rows.findLast((entry) => openChats.value.some((chat) => isAbout(entry, chat))) ?? rows.at(-1)
})

/** The entry whose details are shown. Where the details have a place of their own, one always is. */
export const detailed = computed(
  () => selected.value ?? (hasRoom.value && isTrafficShown.value ? newest.value : undefined),
)

/** True if it goes without saying which bot it is. */
export const isOfOneBot = computed(() => new Set(shownExchanges.value.flatMap(([head]) => head?.bot || [])).size < 2)

const MIN_AXIS_MS = 10

/** The length of the time axis: a round number, so that it changes rarely. The longest tenth is cut. */
export const axisMs = computed(() => {
  const lengths = shownExchanges.value
    .map((exchange) => Math.max(MIN_AXIS_MS, ...exchange.map((entry) => endOf(exchange[0]!, entry))))
    .toSorted((one, other) => one - other)
  const length = lengths[Math.ceil((lengths.length - 1) * 0.9)] ?? MIN_AXIS_MS
  const unit = 10 ** Math.floor(Math.log10(length))
  return ([1, 2, 3, 5].find((times) => times * unit >= length) ?? 10) * unit
})

const endOf = (head: TrafficEntry, entry: TrafficEntry) =>
  elapsedMs(head, entry) || (entry.kind === 'call' ? entry.call.duration_ms : 0)
