// What I do with the message at hand: press, reply, edit, pin, open.

import { inputOf } from '../forms/input.ts'
import { messageAtHand } from '../state/at-hand.ts'
import { buttonsOf } from '../state/model.ts'
import { openChatNow } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { copied, perform, type Step, step, tell } from '../state/step.ts'
import { withComposer, withTalk } from '../state/with.ts'
import { showPicture } from './file.ts'

export function pressOrOpen(state: State): Step {
  const message = messageAtHand(state)
  const button = buttonsOf(message)[state.talk.button]
  if (!message || !button) return showPicture(state)
  if (button.url !== undefined) return copied(state, button.url, `The address ${button.url}`)
  const params = { as: state.me, chat: state.open, button: button.text, message_id: message.message_id }
  return perform(state, 'press', params, `pressed ${button.text}`)
}

function sideways(state: State, by: number): Step {
  const count = buttonsOf(messageAtHand(state)).length
  if (!count) return step(state)
  return step(withTalk(state, { button: (state.talk.button + by + count) % count }))
}

/** The nearest buttons above the message at hand; from the first ones it goes on at the newest. */
export function toButtons(state: State): Step {
  const { messages, selected } = state.talk
  const pressable = messages.filter((message) => buttonsOf(message).length > 0)
  const above = pressable.findLast((message) => selected === null || message.message_id < selected)
  const to = above ?? pressable.at(-1)
  return step(to ? withTalk(state, { selected: to.message_id, button: 0 }) : state)
}

export const previousButton = (state: State): Step => sideways(state, -1)
export const nextButton = (state: State): Step => sideways(state, 1)

export function reply(state: State): Step {
  const message = messageAtHand(state)
  if (!message) return step(state)
  return step(withComposer({ ...state, focus: 'compose' }, { replyTo: message.message_id, editing: null }))
}

export function edit(state: State): Step {
  const message = messageAtHand(state)
  if (!message) return step(state)
  if (message.author.handle !== state.me)
    return step(tell(state, `Only ${message.author.first_name} can edit this message.`, true))
  const text = inputOf(message.text ?? message.caption ?? '')
  return step(withComposer({ ...state, focus: 'compose' }, { ...text, editing: message.message_id, replyTo: null }))
}

export function pinOrUnpin(state: State): Step {
  const message_id = state.talk.selected
  if (message_id === null) return step(state)
  const isPinned = openChatNow(state)?.pinned_message_id === message_id
  return perform(state, isPinned ? 'unpin' : 'pin', { as: state.me, chat: state.open, message_id })
}
