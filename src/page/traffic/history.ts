// The moments of the past that the page can show again.

import { computed, signal } from '@preact/signals'
import type { EventView } from '../../contract/events.ts'
import type { MessageView } from '../../contract/messages.ts'
import { momentText } from '../../describe/moment.ts'
import { isCopy } from '../state/emulator.ts'

interface Moment {
  /** The id of the event. */
  id: number
  at: number
  text: string
}

const MAX_MOMENTS = 2000

export const moments = signal<readonly Moment[]>([])

/** The id of the last event of the shown past, or undefined while the page shows the present. */
export const shownPast = signal<number | undefined>(undefined)

/** True if the page shows the past, or the world inside one file: it then offers no actions. */
export const isReadOnly = computed(() => isCopy || shownPast.value !== undefined)

const sentAt = new Map<string, number>()

const keyOf = ({ chat, bot }: Pick<EventView, 'chat' | 'bot'>, messageId: number) => `${chat} ${bot} ${messageId}`

export function startHistory() {
  sentAt.clear()
  moments.value = []
}

export function addToHistory(events: readonly EventView[]) {
  const added: Moment[] = []
  for (const event of events) {
    if (event.type === 'message') sentAt.set(keyOf(event, event.message_id), event.id)
    const text = momentText(event)
    if (text !== undefined) added.push({ id: event.id, at: event.at, text })
  }
  if (!added.length) return
  moments.value = [...moments.value, ...added].slice(-MAX_MOMENTS)
  if (sentAt.size > 2 * MAX_MOMENTS) for (const [key] of [...sentAt].slice(0, MAX_MOMENTS)) sentAt.delete(key)
}

/** Returns the messages of a chat that existed at the shown moment. Messages from before the history remain. */
export function messagesInPast(
  chat: { id: number; kind: string; handle: string },
  messages: readonly MessageView[],
): readonly MessageView[] {
  const past = shownPast.value
  if (past === undefined) return messages
  const about = { chat: chat.id, bot: chat.kind === 'private' ? chat.handle : undefined }
  return messages.filter(({ message_id }) => (sentAt.get(keyOf(about, message_id)) ?? 0) <= past)
}
