// The selection in the page's address: up to four phones, the panel and a call.

import { computed, signal } from '@preact/signals'
import { type Panel, type Phone, pageFragment, parseFragment } from '../../control/contract/addresses.ts'
import { model } from './emulator.ts'

export const fragment = signal(location.hash)
addEventListener('hashchange', () => {
  fragment.value = location.hash
})

const link = computed(() => parseFragment(fragment.value))

export const phones = computed(() => link.value.phones)

const isNarrow = matchMedia('(width < 44rem)').matches

export const panel = computed(() => link.value.panel ?? (isNarrow ? 'phones' : 'traffic'))

/** The id of the call that the traffic panel shows unfolded, or 0. */
export const selectedCall = computed(() => link.value.call)

/** Returns a link to the page with the given changes. Phones and panel stay as they are if not given. */
export const linkTo = (change: { phones?: Phone[]; panel?: Panel; call?: number }): string =>
  pageFragment({ phones: phones.value, panel: panel.value, ...change })

export function goTo(change: Parameters<typeof linkTo>[0]) {
  location.hash = linkTo(change)
}

/** Returns a link to this page with `phone` in place of the phone at `index`. */
export const linkOfPhone = (index: number, phone: Phone) =>
  linkTo({ phones: phones.value.map((each, at) => (at === index ? phone : each)) })

/** The chats of the people whose phones the page shows. */
export const listedChats = computed(() => phones.value.flatMap(({ person }) => model.chats(person).value ?? []))
