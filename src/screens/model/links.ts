// Links messages to their calls, and places refused calls in a chat.

import type { MessageView } from '../../control/contract/messages.ts'
import { chatIn, isChat, type TrafficEntry } from './traffic-entries.ts'

export type CallEntry = TrafficEntry & { kind: 'call' }

interface MessageRef {
  message_id: number
  chat: { id: number }
}

/** The chat of a conversation. `username` is the name with which calls may name a group or a channel. */
export interface ChatRef {
  id: number
  kind: string
  handle: string
  username?: string | undefined
}

const isMessageRef = (one: unknown): one is MessageRef =>
  typeof one === 'object' && one !== null && 'message_id' in one && 'chat' in one

/** A person's private chats with several bots share one chat id, so the bot is part of the key. */
const keyOf = (chat: number, bot: string, messageId: number) => `${chat} ${chat > 0 ? bot : ''} ${messageId}`

const keyIn = (chat: ChatRef, messageId: number) => keyOf(chat.id, chat.handle, messageId)

/** Maps each message to the call that sent it, else to the update that brought it to a bot. */
export type MessageLinks = ReadonlyMap<string, TrafficEntry>

export function messageLinksIn(entries: readonly TrafficEntry[]): MessageLinks {
  const links = new Map<string, TrafficEntry>()
  for (const entry of entries) {
    const ref = isOrigin(entry) ? messageAbout(entry) : undefined
    if (!ref) continue
    const key = keyOf(ref.chat.id, entry.bot, ref.message_id)
    if (entry.kind === 'call' || !links.has(key)) links.set(key, entry)
  }
  return links
}

const isOrigin = (entry: TrafficEntry) =>
  entry.kind === 'call'
    ? /^(send|forward|copy)/i.test(entry.call.method)
    : entry.kind === 'update' && /^(message|channel_post)$/.test(entry.updateType)

/** Returns the message that an entry sent, changed or pressed. */
export function messageAbout(entry: TrafficEntry): MessageRef | undefined {
  if (entry.kind === 'note' || entry.isUndone) return undefined
  const { message, channel_post, callback_query } = entry.kind === 'update' ? entry.update : {}
  const about = entry.kind === 'call' ? entry.call.body.result : (message ?? channel_post ?? callback_query?.message)
  return isMessageRef(about) ? about : undefined
}

/** Returns the same key for all entries that sent, changed or pressed one message. */
export function messageKeyOf(entry: TrafficEntry): string | undefined {
  const about = messageAbout(entry)
  return about && keyOf(about.chat.id, entry.bot, about.message_id)
}

/** Returns the id of the message that an entry sent, changed or pressed, if it is in this chat. */
export function messageIdIn(entry: TrafficEntry, chat: ChatRef): number | undefined {
  const id = messageAbout(entry)?.message_id
  return id !== undefined && messageKeyOf(entry) === keyIn(chat, id) ? id : undefined
}

/** Returns the call that sent the message, else the update that brought it to a bot. */
export const entryOfMessage = (links: MessageLinks, chat: ChatRef, messageId: number) =>
  links.get(keyIn(chat, messageId))

/** Returns true if the message was sent after the entry. */
export function isLater(links: MessageLinks, chat: ChatRef, { message_id, date }: MessageView, entry: TrafficEntry) {
  const link = links.get(keyIn(chat, message_id))
  return link ? link.id > entry.id : date > entry.at
}

/** Refused calls of one kind that stand before the message `before`; without it, after the newest message. */
export interface PlacedRefusals {
  before: number | undefined
  calls: readonly CallEntry[]
}

/** Returns the refused calls of a chat, each where its message would be. Equal ones in a row stand together. */
export function placeRefusals(
  entries: readonly TrafficEntry[],
  links: MessageLinks,
  chat: ChatRef,
  messages: readonly MessageView[],
): PlacedRefusals[] {
  const placed: PlacedRefusals[] = []
  for (const entry of entries) {
    if (entry.kind !== 'call' || entry.call.ok || entry.isUndone || !isAbout(entry, chat)) continue
    const before = messages.find((message) => isLater(links, chat, message, entry))?.message_id
    const last = placed.at(-1)
    const isRepeated = last?.before === before && last?.calls[0] && refusalOf(last.calls[0]) === refusalOf(entry)
    if (isRepeated) placed[placed.length - 1] = { before, calls: [...last.calls, entry] }
    else placed.push({ before, calls: [entry] })
  }
  return placed
}

const refusalOf = ({ call: { method, status, rule } }: CallEntry) => `${method} ${status} ${rule}`

/** Returns true if a call names the chat, or an update comes from it. */
export function isAbout(entry: TrafficEntry, chat: ChatRef): boolean {
  if (entry.kind === 'note' || (chat.kind === 'private' && entry.bot !== chat.handle)) return false
  return entry.kind === 'update' ? chatIn(entry.update)?.id === chat.id : isChat(entry.call.params.chat_id, chat)
}
