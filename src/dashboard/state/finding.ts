// Looking for words: panes of lines show the lines that have them, the conversation goes to the message.

import type { State } from './state.ts'

export function finding(state: State, text: string): State {
  if (!state.find) return state
  const { pane } = state.find
  const filters = { ...state.filters, [pane]: text }
  if (pane === 'chats') return { ...state, filters, chosen: { ...state.chosen, chats: 0 } }
  if (pane === 'traffic') return { ...state, filters, chosen: { ...state.chosen, traffic: null } }
  return foundBefore({ ...state, filters }, Number.POSITIVE_INFINITY)
}

/** The newest message before a number that has the words, or the newest of all. */
export function foundBefore(state: State, before: number): State {
  const wanted = state.filters.talk.toLowerCase()
  if (wanted === '') return state
  const has = (text: string | undefined) => text?.toLowerCase().includes(wanted) ?? false
  const hits = state.talk.messages.filter((message) => has(message.text) || has(message.caption))
  const hit = hits.findLast((message) => message.message_id < before) ?? hits.at(-1)
  return { ...state, talk: { ...state.talk, selected: hit?.message_id ?? state.talk.selected, button: 0 } }
}
