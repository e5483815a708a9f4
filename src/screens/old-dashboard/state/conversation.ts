// The conversation: the selected message, the search, and two people side by side.

import { fileIn } from '../../../control/describe/message.ts'
import { showToast, topOverlayOfKind, withConversation, withEffects, withFilters, withSelection } from './change.ts'
import { NO_FILTERS } from './initial-state.ts'
import { FOUR_PANES } from './layout.ts'
import type { Message, MessageFile } from './model.ts'
import { focusPane, openChat, playedPerson, switchTo } from './roster.ts'
import type { Conversation, Side, State } from './state.ts'

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

/** Returns a view of the state in which the chat of a `Side` is the open chat. Reads all other fields from `state`. */
export function sideView(state: State, { me, open, conversation }: Side): State {
  const chats = conversation.chat ? [conversation.chat] : []
  const own: Partial<State> = { me, open, conversation, chats, focus: 'chats', filters: NO_FILTERS }
  return new Proxy(state, { get: (all, key: keyof State) => (key in own ? own[key] : all[key]) })
}

/** Ends the view of two people if it is open. Else keeps the open chat on the left, to choose a second person. */
export function pinOrUnpin(state: State): State {
  const { me, open, conversation, size } = state
  if (state.side) return { ...state, side: null }
  if (me === null || open === null) return state
  const side = { me, open, conversation: withoutSelection(conversation), isLeft: true }
  const pinned: State = { ...state, side, focus: 'chats' }
  const name = playedPerson(state)?.first_name
  return size.columns < FOUR_PANES
    ? showToast(pinned, `Two people side by side need ${FOUR_PANES} columns. Widen the terminal to see ${name}.`, true)
    : showToast(pinned, `${name}'s chat stays on the left. Choose a second person. Tab switches between the two.`)
}

const withoutSelection = (conversation: Conversation) => ({ ...conversation, selected: null, unseen: 0 })

export function toOtherSide(state: State): State {
  const { me, open, conversation, side } = state
  if (!side || me === null || open === null) return state
  const other = { me, open, conversation: withoutSelection(conversation), isLeft: !side.isLeft }
  const after = { ...switchTo(state, side.me, side.open), conversation: side.conversation, side: other }
  return withEffects(focusPane(after, 'compose'), { do: 'load', what: 'side' })
}
