// The entries of the traffic that are shown, and the links between messages and calls.

import type { CallView } from '../../../control/contract/traffic.ts'
import { buttonsOf, textOrCaption } from '../../../control/describe/message.ts'
import { LIMITS } from '../../../service/rules/limits.ts'
import * as links from '../../model/links.ts'
import {
  exchangeId,
  exchangesIn,
  hasWords,
  isAnsweredPoll,
  type TrafficEntry,
  wordsOfFilter,
} from '../../model/traffic-entries.ts'
import type { Message, Screen } from './screen.ts'

let shown: { all: readonly TrafficEntry[]; filter: string; entries: readonly TrafficEntry[] } | undefined

/** Hides successful getUpdates calls, unless the filter asks for a text or an operation. */
export function visibleTraffic({ model, filters }: Screen): readonly TrafficEntry[] {
  const all = model.traffic.value
  const filter = filters.value.traffic
  if (shown?.all !== all || shown.filter !== filter) shown = { all, filter, entries: filtered(all, filter) }
  return shown.entries
}

function filtered(all: readonly TrafficEntry[], filter: string): readonly TrafficEntry[] {
  const words = wordsOfFilter(filter)
  const asksForPolls = words.some((word) => !/^(bot|status):/.test(word))
  const entries = exchangesIn(asksForPolls ? all : all.filter((entry) => !isAnsweredPoll(entry))).flat()
  return entries.filter((entry) => hasWords(entry, words))
}

export function chosenEntry(screen: Screen): TrafficEntry | undefined {
  const entries = visibleTraffic(screen)
  return entries.find(({ id }) => id === screen.entryId.value) ?? entries.at(-1)
}

/** Chooses an entry, and the message that it is about; without an entry, follows the newest. */
export function chooseEntry(screen: Screen, entry: TrafficEntry | undefined) {
  screen.entryId.value = entry?.id ?? null
  screen.messageId.value = messageOfEntry(screen, entry)?.message_id ?? null
}

/** Returns the call that made the message, else the update that brought it to the bot. */
export function entryOfMessage({ model, conversation }: Screen, id: number | null): TrafficEntry | undefined {
  const chat = conversation.value
  return chat && id !== null ? links.entryOfMessage(links.messageLinksIn(model.traffic.value), chat, id) : undefined
}

export function messageOfEntry({ conversation }: Screen, entry: TrafficEntry | undefined): Message | undefined {
  const chat = conversation.value
  const id = chat && entry && links.messageIdIn(entry, chat)
  return chat?.messages.find(({ message_id }) => message_id === id)
}

export const chosenMessage = ({ conversation, messageId }: Screen): Message | undefined =>
  conversation.value?.messages.find(({ message_id }) => message_id === messageId.value)

export const newestWithButtons = ({ conversation }: Screen) =>
  conversation.value?.messages.findLast((message) => buttonsOf(message).length > 0)

/** The update of the chosen exchange or message; from the input, the newest update of the open bot. */
export function chosenUpdate(screen: Screen) {
  const { focus, messageId, behind, currentBot, model } = screen
  const place = focus.value === 'inspector' ? behind.value : focus.value
  const entry =
    place === 'traffic' ? chosenEntry(screen) : entryOfMessage(screen, place === 'messages' ? messageId.value : null)
  const all = model.traffic.value
  const isNewest = (one: TrafficEntry) => one.kind === 'update' && !one.isUndone && one.bot === currentBot.value?.handle
  const update = entry ? all.find(({ id }) => id === exchangeId(entry)) : all.findLast(isNewest)
  return update?.kind === 'update' && !update.isUndone ? update : undefined
}

/** The emulator gives only updates of the current world again. An undo begins a new one. */
export function updateToRepeat(screen: Screen) {
  const update = chosenUpdate(screen)
  return update && update.id > screen.model.worldStart.value ? update : undefined
}

/** The messages of the open chat that contain the search. */
export function matchesIn({ conversation, filters }: Screen): readonly Message[] {
  const words = filters.value.messages.toLowerCase()
  const messages = conversation.value?.messages ?? []
  return messages.filter((message) => (textOrCaption(message) ?? '').toLowerCase().includes(words))
}

/** Returns why a call was refused, and how long a text was that is too long. */
export function reasonOf({ why, body, params }: CallView): string {
  const reason = why ?? body.description ?? ''
  if (!/ is too long$/.test(reason)) return reason
  const [text, allowed] =
    params.text === undefined ? [params.caption, LIMITS.captionPoints] : [params.text, LIMITS.textPoints]
  return typeof text === 'string' ? `${reason}, ${[...text].length} of ${allowed} characters` : reason
}
