// Two people side by side: the open chat, and the chat of another person.

import { showToast, withEffects } from './change.ts'
import { FOUR_PANES } from './layout.ts'
import { focusPane, playedPerson, switchTo } from './roster.ts'
import type { Side, State } from './state.ts'

/** Returns the state as the person of the other chat sees it. It reads only the fields that its reader reads. */
export function sideView(state: State, { me, open, conversation }: Side): State {
  const chats = conversation.chat ? [conversation.chat] : []
  const own: Partial<State> = { me, open, conversation, chats, focus: 'chats', filters: NO_FILTERS }
  return new Proxy(state, { get: (all, key: keyof State) => (key in own ? own[key] : all[key]) })
}

const NO_FILTERS = { chats: '', conversation: '', traffic: '', inspector: '' }

/** Keeps the open chat on the left, and lets the user choose the second person. Pressed again, closes that chat. */
export function pinOrUnpin(state: State): State {
  const { me, open, conversation, size } = state
  if (state.side) return { ...state, side: null }
  if (me === null || open === null) return state
  const unselected = { ...conversation, selected: null, unseen: 0 }
  const pinned = { ...state, side: { me, open, conversation: unselected, isLeft: true }, focus: 'chats' as const }
  const name = playedPerson(state)?.first_name
  return size.columns < FOUR_PANES
    ? showToast(pinned, `Two people side by side need ${FOUR_PANES} columns. Widen the terminal to see ${name}.`, true)
    : showToast(pinned, `${name} is pinned. Choose the second person; Tab goes from one to the other.`)
}

export function toOtherSide(state: State): State {
  const { me, open, conversation, side } = state
  if (!side || me === null || open === null) return state
  const unselected = { ...conversation, selected: null, unseen: 0 }
  const after = switchTo(state, side.me, side.open)
  return withEffects(
    focusPane(
      { ...after, conversation: side.conversation, side: { me, open, conversation: unselected, isLeft: !side.isLeft } },
      'compose',
    ),
    { do: 'load', what: 'side' },
  )
}
