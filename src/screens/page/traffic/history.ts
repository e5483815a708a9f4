// The moments of the past that the page can show again.

import { computed, effect, signal } from '@preact/signals'
import type { EventView } from '../../../control/contract/events.ts'
import type { MessageView } from '../../../control/contract/messages.ts'
import { momentText } from '../../../control/describe/message.ts'
import { data, model } from '../emulator.ts'

interface Moment {
  /** The id of the event that happened at this moment. */
  id: number
  at: number
  text: string
  /** The key of the message that was sent at this moment. */
  message?: string | undefined
}

const MAX_MOMENTS = 2000

export const moments = signal<readonly Moment[]>([])

/** While the page shows the past, the id of the newest event that it shows; undefined while it shows the present. */
export const shownPast = signal<number | undefined>(undefined)

/**
 * True if the page shows the past, or what was saved in the page. The page then offers no actions.
 */
export const isReadOnly = computed(() => data !== undefined || shownPast.value !== undefined)

const keyOf = ({ chat, bot }: Pick<EventView, 'chat' | 'bot'>, messageId: number) => `${chat} ${bot} ${messageId}`

model.onEvents(addToHistory)

// The model empties its traffic when it connects to another emulator, whose past is another one.
effect(() => {
  if (!model.traffic.value.length) moments.value = []
})

function addToHistory(events: readonly EventView[]) {
  const added = events.flatMap((event): Moment[] => {
    const text = momentText(event)
    const message = event.type === 'message' ? keyOf(event, event.message_id) : undefined
    return text === undefined ? [] : [{ id: event.id, at: event.at, text, message }]
  })
  if (added.length) moments.value = [...moments.value, ...added].slice(-MAX_MOMENTS)
}

/** Returns the messages without those sent after the shown moment. In the present, returns all of them. */
export function messagesInPast(
  chat: { id: number; kind: string; handle: string },
  messages: readonly MessageView[],
): readonly MessageView[] {
  const past = shownPast.value
  if (past === undefined) return messages
  const about = { chat: chat.id, bot: chat.kind === 'private' ? chat.handle : undefined }
  const later = new Set(moments.value.filter(({ id }) => id > past).map(({ message }) => message))
  return messages.filter(({ message_id }) => !later.has(keyOf(about, message_id)))
}
