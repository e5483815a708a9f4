// The selection in the page's address: up to four phones, the panel and a call.

import { computed, signal } from '@preact/signals'
import { MAX_PHONES, PANELS, type Panel, type Phone, pageFragment } from '../../contract/page-link.ts'

const hash = signal(location.hash)
addEventListener('hashchange', () => {
  hash.value = location.hash
})

const parts = computed(() => new URLSearchParams(hash.value.slice(1)))

export const phones = computed<Phone[]>(() =>
  parts.value.getAll('phone').map((text) => {
    const [person = '', chat, message] = text.split('/').map(decodeURIComponent)
    return { person, ...(chat && { chat }), ...(message && { message: Number(message) }) }
  }),
)

const isNarrow = matchMedia('(width < 60rem)').matches

export const panel = computed<Panel>(
  () => PANELS.find((name) => name === parts.value.get('panel')) ?? (isNarrow ? 'phones' : 'traffic'),
)

/** The id of the call that the traffic panel shows unfolded, or 0. */
export const selectedCall = computed(() => Number(parts.value.get('call') ?? 0))

/** Returns a link to the page with the given changes. Phones and panel stay as they are if not given. */
export const linkTo = (change: { phones?: Phone[]; panel?: Panel; call?: number }): string =>
  pageFragment({ phones: phones.value, panel: panel.value, ...change })

export function goTo(change: Parameters<typeof linkTo>[0]) {
  location.hash = linkTo(change)
}

/** Returns a link that replaces the phone at `index`, for example to open another chat on it. */
export const linkOfPhone = (index: number, phone: Phone) =>
  linkTo({ phones: phones.value.map((each, at) => (at === index ? phone : each)) })

export const canAddPhone = computed(() => phones.value.length < MAX_PHONES)
