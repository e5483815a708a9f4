// What I do with the message at hand: press, reply, edit, pin, open.

import { inputOf } from '../forms/input.ts'
import { messageAtHand } from '../state/at-hand.ts'
import { buttonsOf } from '../state/model.ts'
import { openChatNow } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { copied, perform, tell, withComposer, withTalk } from '../state/with.ts'
import { showPicture } from './file.ts'

export function pressOrOpen(state: State): State {
  const message = messageAtHand(state)
  const button = buttonsOf(message)[state.talk.button]
  if (!message || !button) return showPicture(state)
  if (button.url !== undefined) return copied(state, button.url, `The address ${button.url}`)
  const params = { as: state.me, chat: state.open, button: button.text, message_id: message.message_id }
  return perform(state, 'press', params, `pressed ${button.text}`)
}

function sideways(state: State, by: number): State {
  const count = buttonsOf(messageAtHand(state)).length
  if (!count) return state
  return withTalk(state, { button: (state.talk.button + by + count) % count })
}

/** The nearest buttons above the message at hand; from the first ones it goes on at the newest. */
export function toButtons(state: State): State {
  const { messages, selected } = state.talk
  const pressable = messages.filter((message) => buttonsOf(message).length > 0)
  const above = pressable.findLast((message) => selected === null || message.message_id < selected)
  const to = above ?? pressable.at(-1)
  return to ? withTalk(state, { selected: to.message_id, button: 0 }) : state
}

export const previousButton = (state: State): State => sideways(state, -1)
export const nextButton = (state: State): State => sideways(state, 1)

export function reply(state: State): State {
  const message = messageAtHand(state)
  if (!message) return state
  return withComposer({ ...state, focus: 'compose' }, { replyTo: message.message_id, editing: null })
}

export function edit(state: State): State {
  const message = messageAtHand(state)
  if (!message) return state
  if (message.author.handle !== state.me)
    return tell(state, `Only ${message.author.first_name} can edit this message.`, true)
  const text = inputOf(message.text ?? message.caption ?? '')
  return withComposer({ ...state, focus: 'compose' }, { ...text, editing: message.message_id, replyTo: null })
}

export function pinOrUnpin(state: State): State {
  const message_id = state.talk.selected
  if (message_id === null) return state
  const isPinned = openChatNow(state)?.pinned_message_id === message_id
  return perform(state, isPinned ? 'unpin' : 'pin', { as: state.me, chat: state.open, message_id })
}
