// What I do with the message at hand: press, reply, edit, delete, pin, look at its file, open it.

import { buttonsOf, excerpt } from '../../describe/message.ts'
import { inputOf } from '../forms/input.ts'
import { fileAtHand, isMineToEdit, messageAtHand } from '../state/at-hand.ts'
import type { HeldFile, Message } from '../state/model.ts'
import { memberMenu, menu, overlaid } from '../state/overlays.ts'
import { openChatNow } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { copied, perform, tell, withComposer, withEffects, withTalk } from '../state/with.ts'
import { clip } from '../text/cells.ts'
import { inspect } from './inspect.ts'

/** Does nothing where no message is at hand. */
const onMessage =
  (work: (state: State, message: Message) => State) =>
  (state: State): State => {
    const message = messageAtHand(state)
    return message ? work(state, message) : state
  }

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
  return count ? withTalk(state, { button: (state.talk.button + by + count) % count }) : state
}

export const previousButton = (state: State): State => sideways(state, -1)
export const nextButton = (state: State): State => sideways(state, 1)

/** The nearest buttons above the message at hand; from the first ones it goes on at the newest. */
export function toButtons(state: State): State {
  const { messages, selected } = state.talk
  const pressable = messages.filter((message) => buttonsOf(message).length > 0)
  const above = pressable.findLast((message) => selected === null || message.message_id < selected)
  const to = above ?? pressable.at(-1)
  return to ? withTalk(state, { selected: to.message_id, button: 0 }) : state
}

export const reply = onMessage((state, { message_id }) =>
  withComposer({ ...state, focus: 'compose' }, { replyTo: message_id, editing: null }),
)

export const edit = onMessage((state, message) => {
  const { message_id, author, text, caption } = message
  if (!isMineToEdit(state, message)) return tell(state, `Only ${author.first_name} can edit this message.`, true)
  const input = inputOf(text ?? caption ?? '')
  return withComposer({ ...state, focus: 'compose' }, { ...input, editing: message_id, replyTo: null })
})

export const pinOrUnpin = onMessage((state, { message_id }) => {
  const isPinned = openChatNow(state)?.pinned_message_id === message_id
  return perform(state, isPinned ? 'unpin' : 'pin', { as: state.me, chat: state.open, message_id })
})

/** What is deleted is gone for everybody: it is asked first. */
export const deleteMessage = onMessage((state, message) => {
  const params = { as: state.me, chat: state.open, message_id: message.message_id }
  const title = `delete "${clip(excerpt(message), 40, '')}"?`
  return menu(state, title, [{ says: 'delete it', action: 'delete', params }])
})

/** What a group can do to the author of a message, or to whoever came or left. */
export const personMenu = onMessage((state, { new_chat_members: came, left_chat_member: left, author }) => {
  if (openChatNow(state)?.kind === 'private') return tell(state, 'A chat with a bot has no members.', true)
  const other = came?.[0] ?? left
  return other ? memberMenu(state, other.id, other.first_name) : memberMenu(state, author.handle, author.first_name)
})

/** Without a file the message is opened whole. */
const onFile =
  (work: (state: State, file: HeldFile) => State, otherwise = inspect) =>
  (state: State): State => {
    const file = fileAtHand(state)
    return file ? work(state, file) : otherwise(state)
  }

export const openFile = onFile((state, file) => withEffects(state, { do: 'view-file', file }))

export const saveFile = onFile(
  (state, file) => overlaid(state, { kind: 'save', input: inputOf(file.name), error: null, step: null, file }),
  (state) => state,
)

/** A picture is looked at; of anything else all is said. */
export const showPicture = onFile((state, file) =>
  file.kind === 'photo' ? overlaid(state, { kind: 'picture', title: file.name, file, photo: null }) : inspect(state),
)
