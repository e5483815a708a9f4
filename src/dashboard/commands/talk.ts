// What I do with the message at hand: press, reply, edit, delete, pin, open.

import { excerpt } from '../state/excerpt.ts'
import { inputOf } from '../state/input.ts'
import { buttonsOf, isBlocked, type Message } from '../state/model.ts'
import { memberMenu, overlaid } from '../state/overlays.ts'
import { openChatNow } from '../state/roster.ts'
import type { MenuItem, State } from '../state/state.ts'
import { type Step, step, tell } from '../state/step.ts'
import { showPicture } from './file.ts'

const selectedOf = ({ talk }: State): Message | undefined =>
  talk.messages.find((message) => message.message_id === talk.selected)

export function pressOrOpen(state: State): Step {
  const message = selectedOf(state)
  const button = buttonsOf(message)[state.talk.button]
  if (!message || !button) return showPicture(state)
  const params = { as: state.me, chat: state.open, button: button.text, message_id: message.message_id }
  if (button.url !== undefined) {
    return step(state, { do: 'copy', text: button.url, what: `The address ${button.url}` })
  }
  return step(state, { do: 'perform', action: 'press', params, from: 'key', said: `pressed ${button.text}` })
}

function sideways(state: State, by: number): Step {
  const count = buttonsOf(selectedOf(state)).length
  if (!count) return step(state)
  return step({ ...state, talk: { ...state.talk, button: (state.talk.button + by + count) % count } })
}

/** The nearest buttons above the message at hand; from the first ones it goes on at the newest. */
export function toButtons(state: State): Step {
  const { messages, selected } = state.talk
  const pressable = messages.filter((message) => buttonsOf(message).length > 0)
  const above = pressable.findLast((message) => selected === null || message.message_id < selected)
  const to = above ?? pressable.at(-1)
  return step(to ? { ...state, talk: { ...state.talk, selected: to.message_id, button: 0 } } : state)
}

export const previousButton = (state: State): Step => sideways(state, -1)
export const nextButton = (state: State): Step => sideways(state, 1)

export function reply(state: State): Step {
  const message = selectedOf(state)
  if (!message) return step(state)
  const composer = { ...state.composer, replyTo: message.message_id, editing: null }
  return step({ ...state, composer, focus: 'compose' })
}

export function edit(state: State): Step {
  const message = selectedOf(state)
  if (!message) return step(state)
  if (message.author.handle !== state.me)
    return step(tell(state, `Only ${message.author.first_name} can edit this message.`, true))
  const text = inputOf(message.text ?? message.caption ?? '')
  const composer = { ...state.composer, ...text, editing: message.message_id, replyTo: null }
  return step({ ...state, composer, focus: 'compose' })
}

const onMessage = (state: State, action: string): Step =>
  state.talk.selected === null
    ? step(state)
    : step(state, {
        do: 'perform',
        action,
        params: { as: state.me, chat: state.open, message_id: state.talk.selected },
        from: 'key',
      })

/** What is deleted is gone for everybody: it is asked first. */
export function deleteMessage(state: State): Step {
  const message = selectedOf(state)
  if (!message) return step(state)
  const params = { as: state.me, chat: state.open, message_id: message.message_id }
  const items: MenuItem[] = [{ says: 'delete it', action: 'delete', params }]
  return step(
    overlaid(state, { kind: 'menu', title: `delete "${excerpt(message).slice(0, 40)}"?`, items, selected: 0 }),
  )
}

export const pinOrUnpin = (state: State): Step =>
  onMessage(state, openChatNow(state)?.pinned_message_id === state.talk.selected ? 'unpin' : 'pin')

/** What a group can do to the author of a message, or to whoever came or left. */
export function personMenu(state: State): Step {
  const message = selectedOf(state)
  if (!message) return step(state)
  const { new_chat_members: came, left_chat_member: left, author } = message
  return memberMenu(state, came?.[0]?.id ?? left?.id ?? author.handle, author.first_name)
}

/** What can be done in, and to, the chat that is open. */
export function chatMenu(state: State): Step {
  const chat = openChatNow(state)
  const { me, open } = state
  if (open === null) return step(state)
  const isBot = state.bots.some((bot) => bot.handle === open)
  const item = (action: string, params: MenuItem['params'], ask = false): MenuItem => ({
    says: action,
    action,
    params,
    ask,
  })
  const withBot = [
    item('start', { as: me, bot: open }, true),
    item(isBlocked(chat) ? 'unblock' : 'block', { as: me, bot: open }),
    item('updateBot', { bot: open }, true),
  ]
  const shared = [
    ...(chat ? [] : [item('join', { as: me, chat: open })]),
    ...['add', 'promote', 'mute', 'ban', 'unban'].map((action) => item(action, { as: me, chat: open }, true)),
    item('unpin', { as: me, chat: open }),
    item('updateChat', { chat: open }, true),
    ...(chat ? [item('leave', { as: me, chat: open })] : []),
  ]
  const items = [item('sendFile', { as: me, to: open }, true), ...(isBot ? withBot : shared)]
  return step(overlaid(state, { kind: 'menu', title: `what to do in ${chat?.title ?? open}`, items, selected: 0 }))
}
