// The moments of the past that the page can show again.

import { computed, effect, signal } from '@preact/signals'
import type { PersonChatView } from '../../../control/contract/chats.ts'
import type { EventView } from '../../../control/contract/events.ts'
import type { MessageView } from '../../../control/contract/messages.ts'
import { momentText } from '../../../control/describe/message.ts'
import { data, model } from '../emulator.ts'

/** An event that people see. A private chat has a bot. */
interface Moment extends Pick<EventView, 'id' | 'at' | 'chat' | 'bot'> {
  text: string
  /** The message that was sent at this moment. */
  message?: MessageView | undefined
}

const MAX_MOMENTS = 2000

export const moments = signal<readonly Moment[]>([])

/** While the page shows the past, the id of the newest event that it shows; undefined while it shows the present. */
export const shownPast = signal<number | undefined>(undefined)

/**
 * True if the page shows the past, or what was saved in the page. The page then offers no actions.
 */
export const isReadOnly = computed(() => data !== undefined || shownPast.value !== undefined)

/** The traffic up to the shown moment. */
export const pastTraffic = computed(() => {
  const past = shownPast.value
  return past === undefined ? model.traffic.value : model.traffic.value.filter(({ id }) => id <= past)
})

model.onEvents(addToHistory)

// The model empties its traffic when it connects to another emulator, whose past is another one.
effect(() => {
  if (!model.traffic.value.length) moments.value = []
})

function addToHistory(events: readonly EventView[]) {
  const added = events.flatMap((event): Moment[] => {
    const text = momentText(event)
    const { id, at, chat, bot } = event
    const message = event.type === 'message' ? event.message : undefined
    return text === undefined ? [] : [{ id, at, chat, bot, text, message }]
  })
  if (added.length) moments.value = [...moments.value, ...added].slice(-MAX_MOMENTS)
}

type Place = Pick<PersonChatView, 'id' | 'kind' | 'handle'>

const sentIn = ({ id, kind, handle }: Place) =>
  moments.value.filter(({ chat, bot, message }) => message && chat === id && (kind !== 'private' || bot === handle))

/** Returns the messages without those sent after the shown moment. In the present, returns all of them. */
export function messagesInPast(place: Place, messages: readonly MessageView[]): readonly MessageView[] {
  const past = shownPast.value
  if (past === undefined) return messages
  const later = new Set(sentIn(place).flatMap(({ id, message }) => (id > past ? message?.message_id : [])))
  return messages.filter(({ message_id }) => !later.has(message_id))
}

/** Compares chats, the latest first. */
export const byDate = ({ last_message: one }: Listed, { last_message: other }: Listed) =>
  (other?.date ?? 0) - (one?.date ?? 0)

type Listed = { last_message: MessageView | null | undefined }

/** Returns the last message of a chat at the shown moment, or null. */
export function lastMessageOf(chat: PersonChatView): MessageView | null {
  const sent = shownPast.value === undefined ? [] : sentIn(chat).flatMap(({ message }) => message ?? [])
  return messagesInPast(chat, [sent, chat.last_message ?? []].flat()).at(-1) ?? null
}
