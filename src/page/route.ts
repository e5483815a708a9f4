// The selection in the page's address: up to four phones, the panel and a call.

import { computed, signal } from '@preact/signals'

export interface Phone {
  person: string
  /** The handle of the chat that is open on the phone. */
  chat?: string
  message?: number
}

export const PANELS = ['traffic', 'bots', 'record', 'actions'] as const
export type Panel = (typeof PANELS)[number]

const MAX_PHONES = 4

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

export const panel = computed<Panel>(() => PANELS.find((name) => name === parts.value.get('panel')) ?? 'traffic')

/** The id of the call that the traffic panel shows unfolded, or 0. */
export const selectedCall = computed(() => Number(parts.value.get('call') ?? 0))

const textOf = ({ person, chat, message }: Phone) =>
  [person, chat, message].flatMap((part) => (part === undefined ? [] : encodeURIComponent(part))).join('/')

/** Returns a link to the page with the given changes. Phones and panel stay as they are if not given. */
export function linkTo(change: { phones?: Phone[]; panel?: Panel; call?: number }): string {
  const query = new URLSearchParams()
  for (const phone of (change.phones ?? phones.value).slice(0, MAX_PHONES)) query.append('phone', textOf(phone))
  query.set('panel', change.panel ?? panel.value)
  if (change.call) query.set('call', String(change.call))
  return `#${query}`
}

export function goTo(change: Parameters<typeof linkTo>[0]) {
  location.hash = linkTo(change)
}

/** Returns a link that replaces the phone at `index`, for example to open another chat on it. */
export const linkOfPhone = (index: number, phone: Phone) =>
  linkTo({ phones: phones.value.map((each, at) => (at === index ? phone : each)) })

export const canAddPhone = computed(() => phones.value.length < MAX_PHONES)
