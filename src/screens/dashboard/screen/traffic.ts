// The chosen entry and message, and the links between messages and calls.

import type { CallView } from '../../../control/contract/traffic.ts'
import { buttonsOf, textOrCaption } from '../../../control/describe/message.ts'
import { LIMITS } from '../../../service/rules/limits.ts'
import * as links from '../../model/links.ts'
import { exchangeId, type TrafficEntry } from '../../model/traffic-entries.ts'
import type { Message, Screen } from './screen.ts'

export const chosenEntry = ({ visibleTraffic, entryId }: Screen): TrafficEntry | undefined =>
  visibleTraffic.value.find(({ id }) => id === entryId.value) ?? visibleTraffic.value.at(-1)

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
