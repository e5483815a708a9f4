// Commands that find words in the pane with the keys.

import { tell, withFilter } from '../state/change.ts'
import { paneBeneath } from '../state/layout.ts'
import { foundBefore, hitsIn } from '../state/messages.ts'
import type { State } from '../state/state.ts'
import { openChosen } from './browse.ts'
import { command } from './command.ts'

function find(state: State): State {
  const pane = paneBeneath(state)
  return { ...state, find: { pane, input: { text: state.filters[pane], at: state.filters[pane].length } } }
}

/** Of the list of chats one is wanted; of the other panes all that were found. */
function keepFind(state: State): State {
  const kept = { ...state, find: null }
  return state.find?.pane === 'chats' ? openChosen(kept) : kept
}

function dropFind(state: State): State {
  if (!state.find) return state
  return withFilter({ ...state, find: null }, { [state.find.pane]: '' })
}

function findNext(state: State): State {
  const wanted = state.filters.talk
  if (wanted === '') return tell(state, 'Nothing was looked for in this chat; / in the messages does.', true)
  if (!hitsIn(state).length) return tell(state, `"${wanted}" is not found in this chat.`, true)
  return foundBefore({ ...state, focus: 'talk' }, state.talk.selected ?? Number.POSITIVE_INFINITY)
}

const keeps = ({ find }: State) =>
  find?.pane === 'chats' ? 'open it' : find?.pane === 'talk' ? 'go there' : 'keep the filter'

export const findCommands = {
  find: command({ browse: '/' }, 'find', find, 9),
  findNext: command({ browse: 'n' }, 'find again, further up in the messages', findNext, 2, ({ filters }) =>
    filters.talk !== '' ? 'find again' : null,
  ),
  keepFind: command({ find: 'enter' }, 'keep, or open the chat', keepFind, 1, keeps),
  dropFind: command({ find: 'esc' }, 'back', dropFind, 2),
}
