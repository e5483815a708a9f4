// Which pane has the keys, and as whom one looks at it.

import { buttonsOf } from './model.ts'
import { openHandle } from './roster.ts'
import type { Focus, Pane, State } from './state.ts'
import { type Step, step } from './step.ts'

/** The messages, with the newest that has buttons at hand. */
export function toPane(state: State, focus: Focus): State {
  if (focus !== 'talk' || state.talk.selected !== null) return { ...state, focus }
  const { messages } = state.talk
  const pressable = messages.slice(-12).findLast((message) => buttonsOf(message).length > 0)
  const selected = (pressable ?? messages.at(-1))?.message_id ?? null
  return { ...state, focus, talk: { ...state.talk, selected, button: 0 } }
}

export const paneOf = ({ focus }: State): Pane => (focus === 'compose' || focus === 'keyboard' ? 'talk' : focus)

export function become(state: State, handle: string): Step {
  if (state.me === handle) return step(state)
  const changed = { ...openHandle({ ...state, open: null }, state.open ?? ''), me: handle, open: state.open, chats: [] }
  return step(
    { ...changed, chosen: { ...state.chosen, chats: 0 } },
    { do: 'load', what: 'chats' },
    { do: 'load', what: 'talk' },
    { do: 'remember' },
  )
}
