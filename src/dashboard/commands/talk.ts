// Commands for the selected message: press, reply, edit, delete, pin, open its file.

import { buttonsOf, excerpt } from '../../describe/message.ts'
import { inputOf } from '../forms/input.ts'
import {
  copied,
  memberMenu,
  menu,
  overlaid,
  perform,
  tell,
  withComposer,
  withEffects,
  withTalk,
} from '../state/change.ts'
import { isMineToEdit, selectedFile, selectedMessage } from '../state/messages.ts'
import type { HeldFile, Message } from '../state/model.ts'
import { openChat } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { clip } from '../text/cells.ts'
import { command } from './command.ts'
import { inspect } from './inspect.ts'

/** Does nothing if no message is selected. */
const onMessage =
  (work: (state: State, message: Message) => State) =>
  (state: State): State => {
    const message = selectedMessage(state)
    return message ? work(state, message) : state
  }

export function pressOrOpen(state: State): State {
  const message = selectedMessage(state)
  const button = buttonsOf(message)[state.talk.button]
  if (!message || !button) return showPicture(state)
  if (button.url !== undefined) return copied(state, button.url, `The address ${button.url}`)
  const params = { as: state.me, chat: state.open, button: button.text, message_id: message.message_id }
  return perform(state, 'press', params, `pressed ${button.text}`)
}

function sideways(state: State, by: number): State {
  const count = buttonsOf(selectedMessage(state)).length
  return count ? withTalk(state, { button: (state.talk.button + by + count) % count }) : state
}

/** Selects the nearest buttons above the selected message; after the first ones it starts again at the newest. */
function toButtons(state: State): State {
  const { messages, selected } = state.talk
  const pressable = messages.filter((message) => buttonsOf(message).length > 0)
  const above = pressable.findLast((message) => selected === null || message.message_id < selected)
  const to = above ?? pressable.at(-1)
  return to ? withTalk(state, { selected: to.message_id, button: 0 }) : state
}

const reply = onMessage((state, { message_id }) =>
  withComposer({ ...state, focus: 'compose' }, { replyTo: message_id, editing: null }),
)

const edit = onMessage((state, message) => {
  const { message_id, author, text, caption } = message
  if (!isMineToEdit(state, message)) return tell(state, `Only ${author.first_name} can edit this message.`, true)
  const input = inputOf(text ?? caption ?? '')
  return withComposer({ ...state, focus: 'compose' }, { ...input, editing: message_id, replyTo: null })
})

const pinOrUnpin = onMessage((state, { message_id }) => {
  const isPinned = openChat(state)?.pinned_message_id === message_id
  return perform(state, isPinned ? 'unpin' : 'pin', { as: state.me, chat: state.open, message_id })
})

/** Asks first, because a message is deleted for everybody. */
const deleteMessage = onMessage((state, message) => {
  const params = { as: state.me, chat: state.open, message_id: message.message_id }
  const title = `delete "${clip(excerpt(message), 40, '')}"?`
  return menu(state, title, [{ says: 'delete it', action: 'delete', params }])
})

/** Offers what a group can do to the author of a message, or to the member that joined or left. */
const personMenu = onMessage((state, { new_chat_members: came, left_chat_member: left, author }) => {
  if (openChat(state)?.kind === 'private') return tell(state, 'A chat with a bot has no members.', true)
  const other = came?.[0] ?? left
  return other ? memberMenu(state, other.id, other.first_name) : memberMenu(state, author.handle, author.first_name)
})

/** Opens the whole message if it has no file. */
const onFile =
  (work: (state: State, file: HeldFile) => State, otherwise = inspect) =>
  (state: State): State => {
    const file = selectedFile(state)
    return file ? work(state, file) : otherwise(state)
  }

const openFile = onFile((state, file) => withEffects(state, { do: 'view-file', file }))

const saveFile = onFile(
  (state, file) => overlaid(state, { kind: 'save', input: inputOf(file.name), error: null, step: null, file }),
  (state) => state,
)

/** Shows a picture; opens the whole message for any other file. */
const showPicture = onFile((state, file) =>
  file.kind === 'photo' ? overlaid(state, { kind: 'picture', title: file.name, file, photo: null }) : inspect(state),
)

const ifMessage =
  (says: string, fits: (message: Message, state: State) => boolean = () => true) =>
  (state: State) => {
    const message = selectedMessage(state)
    return message && fits(message, state) ? says : null
  }

const presses = (state: State) => {
  const message = selectedMessage(state)
  const button = buttonsOf(message)[state.talk.button]
  if (button) return button.url === undefined ? `press ${clip(button.text, 16, '')}` : 'copy the address'
  return message ? 'open' : null
}

const opensFile = (state: State) => {
  if (selectedFile(state)) return 'open the file'
  return buttonsOf(selectedMessage(state)).length ? 'open' : null
}

export const talkCommands = {
  pressOrOpen: command({ talk: 'enter' }, 'press the button, or open', pressOrOpen, 1, presses),
  previousButton: command({ talk: 'left h' }, 'button to the left', (state) => sideways(state, -1)),
  nextButton: command(
    { talk: 'right l' },
    'button to the right',
    (state) => sideways(state, 1),
    2,
    ifMessage('next button', (message) => buttonsOf(message).length > 1),
  ),
  toButtons: command({ talk: 'b' }, 'to the buttons above', toButtons),
  reply: command({ talk: 'r' }, 'reply', reply, 3, ifMessage('reply')),
  edit: command(
    { talk: 'e' },
    'edit',
    edit,
    4,
    ifMessage('edit', (message, state) => isMineToEdit(state, message)),
  ),
  deleteMessage: command({ talk: 'd delete' }, 'delete', deleteMessage, 5, ifMessage('delete')),
  pinOrUnpin: command({ talk: 'p' }, 'pin or unpin', pinOrUnpin),
  personMenu: command({ talk: 'x' }, 'what to do with its author', personMenu),
  openFile: command(
    { talk: 'o', picture: 'o' },
    "the file in this machine's viewer, or the message whole",
    openFile,
    2,
    opensFile,
  ),
  saveFile: command({ talk: 's', picture: 's' }, 'save the file', saveFile, 5, (state) =>
    selectedFile(state) ? 'save the file' : null,
  ),
  showPicture: command({ talk: 'V' }, 'the picture as large as there is room', showPicture),
}
