// The moments of the past that the page can show again.

import { computed, signal } from '@preact/signals'
import type { PersonChatView } from '../../../control/contract/chats.ts'
import type { EventType } from '../../../control/contract/events.ts'
import type { MessageView } from '../../../control/contract/messages.ts'
import { messageIn } from '../../../control/describe/message.ts'
import { type ChatRef, entryOfMessage, isLater, messageAbout, messageIdIn, messageLinksIn } from '../../model/links.ts'
import { isAnsweredPoll, type TrafficEntry } from '../../model/traffic-entries.ts'
import { data, model } from '../emulator.ts'

const HIDDEN_NOTES: readonly EventType[] = ['clock', 'reset']

/** Program output without an error is not shown, because it would hide the calls. */
const isShown = (entry: TrafficEntry) =>
  !isAnsweredPoll(entry) &&
  !(entry.kind === 'note' && (HIDDEN_NOTES.includes(entry.about) || (entry.isOutput && entry.error === undefined)))

export const moments = computed(() => model.traffic.value.filter((entry) => entry.kind !== 'note' && isShown(entry)))

/** The id of the moment that the page shows; undefined for the present. */
export const shownPast = signal<number | undefined>(undefined)

/** In the present, it doesn't depend on the traffic, which changes with each call. */
export const shownMoment = computed(() => {
  const shown = shownPast.value
  return shown === undefined ? undefined : moments.value.find(({ id }) => id === shown)
})

/** True if the page shows the past, or what was saved in the page. The page then offers no actions. */
export const isReadOnly = computed(() => data !== undefined || shownMoment.value !== undefined)

/** The traffic up to the shown moment. */
export const pastTraffic = computed(() => {
  const past = shownMoment.value
  return model.traffic.value.filter((entry) => isShown(entry) && (!past || entry.id <= past.id))
})

/** The calls up to the shown moment. */
export const pastCalls = computed(() =>
  pastTraffic.value.flatMap((entry) => (entry.kind === 'call' ? [entry.call] : [])),
)

export const refusedInPast = computed(() => pastCalls.value.filter(({ ok }) => !ok).length)

export const messageLinks = computed(() => messageLinksIn(model.traffic.value))

/** Returns the messages without those sent after the shown moment. In the present, returns all of them. */
export function messagesInPast(chat: ChatRef, messages: readonly MessageView[]): readonly MessageView[] {
  const past = shownMoment.value
  return past ? messages.filter((message) => !isLater(messageLinks.value, chat, message, past)) : messages
}

/** Returns the last message of a chat at the shown moment, as far as it is known. */
function lastMessageOf(chat: PersonChatView) {
  const past = shownMoment.value
  const last = chat.last_message
  if (!past || (last && messagesInPast(chat, [last]).length)) return last
  const isOfChat = (entry: TrafficEntry) => entry.id <= past.id && messageIdIn(entry, chat) !== undefined
  const origin = [...messageLinks.value.values()].findLast(isOfChat)
  return origin ? messageIn(messageAbout(origin)) : null
}

/** Returns the chats with their last messages at the shown moment, the latest first; of one second, by their events. */
export function latestFirst<Chat extends PersonChatView>(chats: readonly Chat[]) {
  const sentIn = (chat: Chat) => {
    const last = lastMessageOf(chat)
    const entry = last?.message_id === undefined ? undefined : entryOfMessage(messageLinks.value, chat, last.message_id)
    return { ...chat, last_message: last, order: [last?.date ?? 0, entry?.id ?? 0] as const }
  }
  return chats
    .map(sentIn)
    .toSorted(({ order: [date, event] }, { order: [other, otherEvent] }) => other - date || otherEvent - event)
}
