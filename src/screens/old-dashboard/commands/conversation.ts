// Commands for the selected message: press, reply, edit, delete, pin, open its file.

import { buttonsOf, excerpt, labelsOf, placeOf } from '../../../control/describe/message.ts'
import { inputOf } from '../forms/input.ts'
import {
  copyText,
  openMemberMenu,
  pushOverlay,
  requestAction,
  showToast,
  withComposer,
  withConversation,
  withEffects,
} from '../state/change.ts'
import { mayEdit, selectedFile, selectedMessage } from '../state/conversation.ts'
import type { Message, MessageFile } from '../state/model.ts'
import { entryAction, openChat } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { truncate } from '../text/cells.ts'
import { command } from './command.ts'
import { inspect } from './inspect.ts'

const onMessage =
  (work: (state: State, message: Message) => State) =>
  (state: State): State => {
    const message = selectedMessage(state)
    return message ? work(state, message) : state
  }

export function pressOrOpen(state: State): State {
  const message = selectedMessage(state)
  const button = buttonsOf(message)[state.conversation.button]
  const entry = message ? undefined : entryAction(state)
  if (entry) return requestAction(state, entry.action, entry.params)
  if (!message || !button) return showPicture(state)
  if (button.url !== undefined) return copyText(state, button.url, `the address ${button.url}`)
  const isUnique = labelsOf(message).filter((label) => label === button.text).length === 1
  const params = {
    as: state.me,
    chat: state.open,
    button: button.text,
    ...(!isUnique && placeOf(message, state.conversation.button)),
    message_id: message.message_id,
  }
  return requestAction(state, 'press', params, `pressed ${button.text}`)
}

const selectButton = (by: number) => (state: State) => {
  const count = buttonsOf(selectedMessage(state)).length
  return count ? withConversation(state, { button: (state.conversation.button + by + count) % count }) : state
}

/** Selects the nearest message above the selected one that has buttons, or else the newest message that has buttons. */
function toButtons(state: State): State {
  const { messages, selected } = state.conversation
  const pressable = messages.filter((message) => buttonsOf(message).length > 0)
  const above = pressable.findLast((message) => selected === null || message.message_id < selected)
  const to = above ?? pressable.at(-1)
  return to ? withConversation(state, { selected: to.message_id, button: 0 }) : state
}

const reply = onMessage((state, { message_id }) =>
  withComposer({ ...state, focus: 'compose' }, { replyTo: message_id, editing: null }),
)

const edit = onMessage((state, message) => {
  const { message_id, author, text, caption } = message
  if (!mayEdit(state, message)) return showToast(state, `Only ${author.first_name} can edit this message.`, true)
  const input = inputOf(text ?? caption ?? '')
  return withComposer({ ...state, focus: 'compose' }, { ...input, editing: message_id, replyTo: null })
})

const pinOrUnpin = onMessage((state, { message_id }) => {
  const isPinned = openChat(state)?.pinned_message_id === message_id
  return requestAction(state, isPinned ? 'unpin' : 'pin', { as: state.me, chat: state.open, message_id })
})

const deleteMessage = onMessage((state, message) => {
  const params = { as: state.me, chat: state.open, message_id: message.message_id }
  return requestAction(state, 'delete', params, `Deleted "${truncate(excerpt(message), 40, '')}". Press U to undo.`)
})

/** Opens the menu of the message's author. For a notice that a member joined or left, opens the menu of this member. */
const personMenu = onMessage((state, { new_chat_members: joined, left_chat_member: left, author }) => {
  if (openChat(state)?.kind === 'private') return showToast(state, 'Only groups and channels have members.', true)
  const other = joined?.[0] ?? left
  return other
    ? openMemberMenu(state, other.id, other.first_name)
    : openMemberMenu(state, author.handle, author.first_name)
})

/**
 * Creates a command that calls `work` with the file of the selected message or the open picture. Calls `otherwise` if
 * neither has a file.
 */
const onFile =
  (work: (state: State, file: MessageFile) => State, otherwise = inspect) =>
  (state: State): State => {
    const file = selectedFile(state)
    return file ? work(state, file) : otherwise(state)
  }

const openFile = onFile((state, file) => withEffects(state, { do: 'view-file', file }))

const saveFile = onFile(
  (state, file) => pushOverlay(state, { kind: 'save', input: inputOf(file.name), error: null, step: null, file }),
  (state) => state,
)

const showPicture = onFile((state, file) =>
  file.kind === 'photo' ? pushOverlay(state, { kind: 'picture', title: file.name, file, photo: null }) : inspect(state),
)

const ifMessage =
  (hint: string, fits: (state: State, message: Message) => boolean = () => true) =>
  (state: State) => {
    const message = selectedMessage(state)
    return message && fits(state, message) ? hint : null
  }

const ifButtons = ifMessage('next button', (_, message) => buttonsOf(message).length > 1)

const pressHint = (state: State) => {
  const message = selectedMessage(state)
  const button = buttonsOf(message)[state.conversation.button]
  if (button) return button.url === undefined ? `press ${truncate(button.text, 16, '')}` : 'copy the address'
  return message ? 'open' : (entryAction(state)?.hint ?? null)
}

const openFileHint = (state: State) => {
  if (selectedFile(state)) return 'open the file'
  return buttonsOf(selectedMessage(state)).length ? 'open' : null
}

export const conversationCommands = {
  pressOrOpen: command({ conversation: 'enter' }, 'press the button, or open the message', pressOrOpen, 1, pressHint),
  previousButton: command({ conversation: 'left h' }, 'select the button on the left', selectButton(-1)),
  nextButton: command({ conversation: 'right l' }, 'select the button on the right', selectButton(1), 2, ifButtons),
  toButtons: command({ conversation: 'b' }, 'select the nearest buttons above', toButtons),
  reply: command({ conversation: 'r' }, 'reply', reply, 3, ifMessage('reply')),
  edit: command({ conversation: 'e' }, 'edit', edit, 4, ifMessage('edit', mayEdit)),
  deleteMessage: command({ conversation: 'd delete' }, 'delete', deleteMessage, 5, ifMessage('delete')),
  pinOrUnpin: command({ conversation: 'p' }, 'pin or unpin', pinOrUnpin),
  personMenu: command({ conversation: 'x' }, "actions on the message's author", personMenu),
  openFile: command(
    { conversation: 'o', picture: 'o' },
    "open the file in this machine's viewer, or show the whole message",
    openFile,
    2,
    openFileHint,
  ),
  saveFile: command({ conversation: 's', picture: 's' }, 'save the file', saveFile, 5, (state) =>
    selectedFile(state) ? 'save the file' : null,
  ),
  showPicture: command({ conversation: 'V' }, 'show the picture as large as possible', showPicture),
}
