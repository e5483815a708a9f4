// What the page's address selects: phones, the panel, and a call or an update.

import { computed, signal } from '@preact/signals'
import {
  type Panel,
  type Phone,
  pageFragment,
  parseFragment,
  type Selection,
} from '../../control/contract/addresses.ts'
import type { TrafficEntry } from '../model/traffic-entries.ts'
import { model } from './emulator.ts'
import { moments } from './traffic/history.ts'

export const fragment = signal(location.hash)
addEventListener('hashchange', () => {
  fragment.value = location.hash
})

const link = computed(() => parseFragment(fragment.value))

/** The phones of people who are there. Until the people are known, it has all that the address names. */
export const phones = computed(() =>
  model.link.value === 'connecting'
    ? link.value.phones
    : link.value.phones.filter(({ person }) => model.people.value.some(({ handle }) => handle === person)),
)

const isNarrow = matchMedia('(width < 44rem)').matches

export const panel = computed(() => link.value.panel ?? (isNarrow ? 'phones' : 'traffic'))

/** True if the panel shows the traffic, which is also beside the panel of the phones. */
export const isTrafficShown = computed(() => panel.value === 'traffic' || panel.value === 'phones')

const wide = matchMedia('(width >= 110rem)')
const isWide = signal(wide.matches)
wide.addEventListener('change', ({ matches }) => {
  isWide.value = matches
})

/** One phone on a wide screen leaves room for the traffic and a panel side by side, once there are calls or updates. */
export const hasRoom = computed(() => isWide.value && phones.value.length < 2 && moments.value.length > 0)

/** The call or the update that is selected, in the traffic and in the chat. */
export const selected = computed(() => {
  const { call, update } = link.value
  if (!call && !update) return undefined
  return model.traffic.value.find(
    (entry) => (entry.kind === 'call' && entry.call.id === call) || (entry.kind === 'update' && entry.id === update),
  )
})

/** Returns a link to the page with the given changes. The rest of the selection stays as it is. */
export const linkTo = (change: { phones?: Phone[]; panel?: Panel } & Selection): string =>
  pageFragment({ ...link.value, panel: panel.value, ...change })

export function goTo(change: Parameters<typeof linkTo>[0]) {
  location.hash = linkTo(change)
}

/** Returns the part of an address that selects the entry. Without one, nothing is selected. */
export const selectionOf = (entry?: TrafficEntry): Selection => ({
  call: entry?.kind === 'call' ? entry.call.id : 0,
  update: entry?.kind === 'update' ? entry.id : 0,
})

/** Selects an entry, or nothing. The browser's Back does not go through the entries that were selected. */
export const select = (entry?: TrafficEntry) => location.replace(linkTo(selectionOf(entry)))

/** Returns a link to this page with `phone` in place of the phone at `index`. */
export const linkOfPhone = (index: number, phone: Phone, shown = panel.value) =>
  linkTo({ phones: phones.value.map((each, at) => (at === index ? phone : each)), panel: shown })

/** The chats of the people whose phones the page shows. */
export const listedChats = computed(() => phones.value.flatMap(({ person }) => model.chats(person).value ?? []))

/** The chats that are open on the phones. */
export const openChats = computed(() =>
  phones.value.flatMap(({ person, chat }) => model.chats(person).value?.find(({ handle }) => handle === chat) ?? []),
)
