// Finding, the mouse, and the end.

import { foundBefore, hitsIn } from '../state/finding.ts'
import { paneBeneath } from '../state/layout.ts'
import type { State } from '../state/state.ts'
import { type Step, step, tell } from '../state/step.ts'
import { withFilter } from '../state/with.ts'
import { openChosen } from './browse.ts'

export function find(state: State): Step {
  const pane = paneBeneath(state)
  return step({ ...state, find: { pane, input: { text: state.filters[pane], at: state.filters[pane].length } } })
}

/** Of the list of chats one is wanted; of the other panes all that were found. */
export function keepFind(state: State): Step {
  const kept = { ...state, find: null }
  return state.find?.pane === 'chats' ? openChosen(kept) : step(kept)
}

export function dropFind(state: State): Step {
  if (!state.find) return step(state)
  return step(withFilter({ ...state, find: null }, { [state.find.pane]: '' }))
}

export function findNext(state: State): Step {
  const wanted = state.filters.talk
  if (wanted === '') return step(tell(state, 'Nothing was looked for in this chat; / in the messages does.', true))
  if (!hitsIn(state).length) return step(tell(state, `"${wanted}" is not found in this chat.`, true))
  return step(foundBefore({ ...state, focus: 'talk' }, state.talk.selected ?? Number.POSITIVE_INFINITY))
}

export const quit = (state: State): Step => step(state, { do: 'quit' })

/** Either the dashboard gets what the mouse does, or the terminal selects text with it. */
export function mouse(state: State): Step {
  const hasMouse = !state.hasMouse
  const says = hasMouse ? 'The mouse points here again.' : 'The terminal selects text now; M takes the mouse back.'
  return step(tell({ ...state, hasMouse }, says), { do: 'mouse', isOn: hasMouse })
}

export const suspend = (state: State): Step => step(state, { do: 'suspend' })
export const redraw = (state: State): Step => step(state, { do: 'redraw' })
