// Commands that search for words in the focused pane.

import { showToast, withFilters } from '../state/change.ts'
import { matchingMessages, selectMatchBefore } from '../state/conversation.ts'
import { paneBehindInspector } from '../state/layout.ts'
import type { State } from '../state/state.ts'
import { openSelectedItem } from './browse.ts'
import { command } from './command.ts'

function find(state: State): State {
  const pane = paneBehindInspector(state)
  return { ...state, find: { pane, input: { text: state.filters[pane], at: state.filters[pane].length } } }
}

/** Ends the search. In the list of chats, opens the selected item. In other panes, keeps the filter. */
function keepFind(state: State): State {
  const ended = { ...state, find: null }
  return state.find?.pane === 'chats' ? openSelectedItem(ended) : ended
}

function dropFind(state: State): State {
  if (!state.find) return state
  return withFilters({ ...state, find: null }, { [state.find.pane]: '' })
}

function findNext(state: State): State {
  const text = state.filters.conversation
  if (text === '') return showToast(state, 'Search the messages first: select their pane and press /.', true)
  if (!matchingMessages(state).length) return showToast(state, `"${text}" is not found in this chat.`, true)
  return selectMatchBefore({ ...state, focus: 'conversation' }, state.conversation.selected ?? Number.POSITIVE_INFINITY)
}

const keepFindHint = ({ find }: State) =>
  find?.pane === 'chats' ? 'open it' : find?.pane === 'conversation' ? 'go to the match' : 'keep the filter'

export const findCommands = {
  find: command({ browse: '/' }, 'find', find, 9),
  findNext: command({ browse: 'n' }, 'find the next match above', findNext, 2, ({ filters }) =>
    filters.conversation !== '' ? 'find again' : null,
  ),
  keepFind: command({ find: 'enter' }, 'keep the filter, or open the chat', keepFind, 1, keepFindHint),
  dropFind: command({ find: 'esc' }, 'cancel the search', dropFind, 2),
}
