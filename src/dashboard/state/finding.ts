// Looking for words: panes of lines show the lines that have them, the conversation goes to the message.

import type { Message } from './model.ts'
import type { State } from './state.ts'
import { withChosen, withFilter, withTalk } from './with.ts'

export function finding(state: State, text: string): State {
  if (!state.find) return state
  const { pane } = state.find
  const filtered = withFilter(state, { [pane]: text })
  if (pane === 'chats') return withChosen(filtered, { chats: 0 })
  if (pane === 'traffic') return withChosen(filtered, { traffic: null })
  return foundBefore(filtered, Number.POSITIVE_INFINITY)
}

/** The newest message before a number that has the words, or the newest of all. */
export function foundBefore(state: State, before: number): State {
  if (state.filters.talk === '') return state
  const hits = hitsIn(state)
  const hit = hits.findLast((message) => message.message_id < before) ?? hits.at(-1)
  return withTalk(state, { selected: hit?.message_id ?? state.talk.selected, button: 0 })
}

export function hitsIn({ talk, filters }: State): readonly Message[] {
  const wanted = filters.talk.toLowerCase()
  const has = (text: string | undefined) => text?.toLowerCase().includes(wanted) ?? false
  return talk.messages.filter((message) => has(message.text) || has(message.caption))
}
