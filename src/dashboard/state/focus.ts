// Which pane has the keys, and as whom one looks at it.

import { buttonsOf } from '../../describe/message.ts'
import { BLANK, endOf } from './initial-state.ts'
import { choosing, type Item, openHandle, withDraftKept } from './roster.ts'
import type { Focus, State } from './state.ts'
import { withChosen, withEffects, withFilter, withTalk } from './with.ts'

/** How far up buttons are still what one comes for. */
const NEAR = 4

/** The messages, with the newest at hand, or buttons that are near it. */
export function toPane(state: State, focus: Focus): State {
  if (focus !== 'talk' || state.talk.selected !== null) return { ...state, focus }
  const { messages } = state.talk
  const pressable = messages.slice(-NEAR).findLast((message) => buttonsOf(message).length > 0)
  const selected = (pressable ?? messages.at(-1))?.message_id ?? null
  return withTalk({ ...state, focus }, { selected, button: 0, part: endOf(selected) })
}

export function become(state: State, handle: string): State {
  if (state.me === handle) return state
  const other = { ...withDraftKept(state), me: handle, composer: { ...BLANK, history: state.composer.history } }
  const changed = { ...openHandle({ ...other, open: null }, state.open ?? ''), open: state.open, chats: [] }
  return withEffects(
    withChosen(changed, { chats: 0 }),
    { do: 'load', what: 'chats' },
    { do: 'load', what: 'talk' },
    { do: 'remember' },
  )
}

/** Opens the chat, or becomes the person. */
export function openItem(state: State, item: Item): State {
  const cleared = withFilter(state, { chats: '' })
  if (item.kind === 'person') return become(cleared, item.handle)
  const opened = { ...openHandle(cleared, item.handle), focus: 'compose' as const }
  const chosen = choosing(opened, (one) => one.handle === item.handle && one.kind === item.kind)
  return withEffects(chosen, { do: 'load', what: 'talk' }, { do: 'remember' })
}
