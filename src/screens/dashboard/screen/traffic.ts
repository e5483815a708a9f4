// The entries of the traffic that are shown, and the links between messages and calls.

import { buttonsOf, textOrCaption } from '../../../control/describe/message.ts'
import {
  exchangeId,
  exchangesIn,
  isAnsweredPoll,
  searchedParts,
  type TrafficEntry,
} from '../../model/traffic-entries.ts'
import { chipsIn, matchesChip } from '../../model/traffic-filter.ts'
import type { Message, Screen } from './screen.ts'

let shown: { all: readonly TrafficEntry[]; filter: string; entries: readonly TrafficEntry[] } | undefined

/** Hides successful getUpdates calls, unless the filter asks for a text or an operation. */
export function visibleTraffic({ model, filters, pausedAt }: Screen): readonly TrafficEntry[] {
  const all = model.traffic.value
  const filter = filters.value.traffic
  if (shown?.all !== all || shown.filter !== filter) shown = { all, filter, entries: filtered(all, filter) }
  const until = pausedAt.value
  return until === null ? shown.entries : shown.entries.filter(({ id }) => id <= until)
}

function filtered(all: readonly TrafficEntry[], filter: string): readonly TrafficEntry[] {
  const chips = chipsIn(filter)
  const asksForPolls = chips.some(({ kind }) => kind === 'text' || kind === 'op')
  const entries = exchangesIn(asksForPolls ? all : all.filter((entry) => !isAnsweredPoll(entry))).flat()
  return chips.length
    ? entries.filter((entry) => chips.every((chip) => matchesChip(chip, searchedParts(entry))))
    : entries
}

export function chosenEntry(screen: Screen): TrafficEntry | undefined {
  const entries = visibleTraffic(screen)
  return entries.find(({ id }) => id === screen.entryId.value) ?? entries.at(-1)
}

interface MessageRef {
  message_id: number
  chat: { id: number }
}

const isMessageRef = (one: unknown): one is MessageRef =>
  typeof one === 'object' && one !== null && 'message_id' in one && 'chat' in one

function messageRefOf(entry: TrafficEntry): MessageRef | undefined {
  if (entry.kind === 'note' || entry.isUndone) return undefined
  const { update_id: _, ...content } = entry.kind === 'update' ? entry.update : { update_id: 0 }
  const about = entry.kind === 'call' ? entry.call.body.result : Object.values(content)[0]
  if (isMessageRef(about)) return about
  const inner = typeof about === 'object' && about !== null && 'message' in about ? about.message : undefined
  return isMessageRef(inner) ? inner : undefined
}

/** A person's private chats with several bots share one chat id, so the bot is compared too. */
function isInOpenChat({ conversation }: Screen, entry: TrafficEntry, ref: MessageRef): boolean {
  const chat = conversation.value
  return ref.chat.id === chat?.id && (chat.kind !== 'private' || entry.bot === chat.handle)
}

/** Returns the call that made the message, else the update that contains it, else the last entry about it. */
export function entryOfMessage(screen: Screen, id: number | null): TrafficEntry | undefined {
  if (id === null) return undefined
  const all = visibleTraffic(screen).filter((entry) => {
    const ref = messageRefOf(entry)
    return ref?.message_id === id && isInOpenChat(screen, entry, ref)
  })
  const isMade = (entry: TrafficEntry) => entry.kind === 'call' && !entry.call.method.startsWith('edit')
  return all.findLast(isMade) ?? all.find((entry) => entry.kind === 'update') ?? all.at(-1)
}

export function messageOfEntry(screen: Screen, entry: TrafficEntry | undefined): Message | undefined {
  const ref = entry && messageRefOf(entry)
  if (!entry || !ref || !isInOpenChat(screen, entry, ref)) return undefined
  return screen.conversation.value?.messages.find(({ message_id }) => message_id === ref.message_id)
}

export const chosenMessage = ({ conversation, messageId }: Screen): Message | undefined =>
  conversation.value?.messages.find(({ message_id }) => message_id === messageId.value)

/** Returns the newest message with buttons, above `before` if that is given. */
export const newestWithButtons = ({ conversation }: Screen, before = Number.POSITIVE_INFINITY) =>
  conversation.value?.messages.findLast((message) => message.message_id < before && buttonsOf(message).length > 0)

/** The update of the chosen exchange or message; from the input, the newest update of the open bot. */
export function updateToRepeat(screen: Screen) {
  const { focus, messageId, behind, currentBot, model } = screen
  const place = focus.value === 'inspector' ? behind.value : focus.value
  const entry =
    place === 'traffic' ? chosenEntry(screen) : entryOfMessage(screen, place === 'messages' ? messageId.value : null)
  const all = model.traffic.value
  const isNewest = (one: TrafficEntry) => one.kind === 'update' && !one.isUndone && one.bot === currentBot.value?.handle
  const update = entry ? all.find(({ id }) => id === exchangeId(entry)) : all.findLast(isNewest)
  return update?.kind === 'update' && !update.isUndone ? update : undefined
}

/** The messages of the open chat that contain the search. */
export function matchesIn({ conversation, filters }: Screen): readonly Message[] {
  const words = filters.value.messages.toLowerCase()
  const messages = conversation.value?.messages ?? []
  return messages.filter((message) => (textOrCaption(message) ?? '').toLowerCase().includes(words))
}
