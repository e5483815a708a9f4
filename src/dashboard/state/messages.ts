// The selected message, its file, and the search in the open chat.

import { fileIn } from '../../describe/message.ts'
import { topOverlayOfKind, withConversation, withFilters, withSelection } from './change.ts'
import type { Message, MessageFile } from './model.ts'
import { openChat } from './roster.ts'
import type { State } from './state.ts'

export const selectedMessage = ({ conversation }: State): Message | undefined =>
  conversation.messages.find((message) => message.message_id === conversation.selected)

/** In a channel, members with the right to edit may edit posts of other authors. */
export const mayEdit = (state: State, { author }: Message): boolean =>
  author.handle === state.me || openChat(state)?.kind === 'channel'

export function selectedFile(state: State): MessageFile | undefined {
  const picture = topOverlayOfKind(state, 'picture')
  if (picture) return picture.file
  const attachment = fileIn(selectedMessage(state) ?? {})
  if (!attachment) return undefined
  const { kind, unique_id: id, name } = attachment
  return { id, kind, name: name || `${id}.jpg` }
}

export function searchText(state: State, text: string): State {
  if (!state.find) return state
  const { pane } = state.find
  const filtered = withFilters(state, { [pane]: text })
  if (pane === 'chats') return withSelection(filtered, { chats: 0 })
  if (pane === 'traffic') return withSelection(filtered, { traffic: null })
  return selectMatchBefore(filtered, Number.POSITIVE_INFINITY)
}

/** Selects the newest match older than the message id `before`, else the newest match. */
export function selectMatchBefore(state: State, before: number): State {
  if (state.filters.conversation === '') return state
  const hits = matchingMessages(state)
  const hit = hits.findLast((message) => message.message_id < before) ?? hits.at(-1)
  return withConversation(state, { selected: hit?.message_id ?? state.conversation.selected, button: 0 })
}

export function matchingMessages({ conversation, filters }: State): readonly Message[] {
  const filter = filters.conversation.toLowerCase()
  const has = (text: string | undefined) => text?.toLowerCase().includes(filter) ?? false
  return conversation.messages.filter((message) => has(message.text) || has(message.caption))
}
