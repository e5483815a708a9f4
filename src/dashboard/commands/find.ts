// Looking for words in the pane at hand.

import { foundBefore, hitsIn } from '../state/finding.ts'
import { paneBeneath } from '../state/layout.ts'
import type { State } from '../state/state.ts'
import { tell, withFilter } from '../state/with.ts'
import { openChosen } from './browse.ts'

export function find(state: State): State {
  const pane = paneBeneath(state)
  return { ...state, find: { pane, input: { text: state.filters[pane], at: state.filters[pane].length } } }
}

/** Of the list of chats one is wanted; of the other panes all that were found. */
export function keepFind(state: State): State {
  const kept = { ...state, find: null }
  return state.find?.pane === 'chats' ? openChosen(kept) : kept
}

export function dropFind(state: State): State {
  if (!state.find) return state
  return withFilter({ ...state, find: null }, { [state.find.pane]: '' })
}

export function findNext(state: State): State {
  const wanted = state.filters.talk
  if (wanted === '') return tell(state, 'Nothing was looked for in this chat; / in the messages does.', true)
  if (!hitsIn(state).length) return tell(state, `"${wanted}" is not found in this chat.`, true)
  return foundBefore({ ...state, focus: 'talk' }, state.talk.selected ?? Number.POSITIVE_INFINITY)
}
