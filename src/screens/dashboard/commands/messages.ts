// Commands for the chosen message: press, reply, edit, delete, pin, comment, files.

import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import {
  buttonsOf,
  fileIn,
  labelsOf,
  messageExcerpt,
  placeOf,
  textOrCaption,
} from '../../../control/describe/message.ts'
import { isOnlyShown, openWithSystem, SYSTEM_OPENER } from '../../../lib/open-with-system.ts'
import { openSaveForm } from '../forms/open-form.ts'
import { openMemberMenu } from '../inspector/members.ts'
import { openChat } from '../screen/chats.ts'
import { focusPlace } from '../screen/panes.ts'
import { perform } from '../screen/perform.ts'
import { copyText, type Message, notify, type Screen, setComposer } from '../screen/screen.ts'
import { chosenMessage, matchesIn } from '../screen/traffic.ts'
import { barrierOf, hasRight, isBlocked } from '../screen/write.ts'
import { truncate } from '../text/cells.ts'
import { inputOf } from '../text/input.ts'
import type { Command } from './command.ts'
import { showView } from './traffic.ts'

export function pressButton(screen: Screen, message: Message, at: number) {
  const button = buttonsOf(message)[at]
  if (!button) return
  if (button.url !== undefined) return void copyText(screen, button.url, `the address ${button.url}`)
  const isUnique = labelsOf(message).filter((label) => label === button.text).length === 1
  void perform(screen, 'press', {
    as: screen.me.peek(),
    chat: screen.open.peek(),
    button: button.text,
    ...(!isUnique && placeOf(message, at)),
    message_id: message.message_id,
  })
}

/** Enter: presses the button, or shows the whole message. */
function pressOrOpen(screen: Screen) {
  const message = chosenMessage(screen)
  if (message && buttonsOf(message).length) pressButton(screen, message, screen.buttonAt.peek())
  else if (message) showView(screen, 'chosen')
}

function selectButton(screen: Screen, by: number) {
  const count = buttonsOf(chosenMessage(screen)).length
  if (count) screen.buttonAt.value = (screen.buttonAt.peek() + by + count) % count
}

const onMessage = (work: (screen: Screen, message: Message) => void) => (screen: Screen) => {
  const message = chosenMessage(screen)
  if (message) work(screen, message)
}

const here = ({ me, open }: Screen) => ({ as: me.peek(), chat: open.peek() })

const reply = onMessage((screen, { message_id }) => {
  focusPlace(screen, 'input')
  setComposer(screen, { replyTo: message_id, editing: null })
})

const edit = onMessage((screen, message) => {
  focusPlace(screen, 'input')
  setComposer(screen, { input: inputOf(textOrCaption(message) ?? ''), editing: message.message_id, replyTo: null })
})

const isOwn = (screen: Screen) => chosenMessage(screen)?.author.handle === screen.me.value

const mayEdit = (screen: Screen) =>
  isOwn(screen) ||
  (screen.chat.value?.kind === 'channel' && hasMessage(screen) && hasRight(screen, 'can_edit_messages'))
const mayDelete = (screen: Screen) => isOwn(screen) || (hasMessage(screen) && hasRight(screen, 'can_delete_messages'))
const mayPin = (screen: Screen) => hasMessage(screen) && hasRight(screen, 'can_pin_messages')
const mayReply = (screen: Screen) => hasMessage(screen) && !barrierOf(screen)

const remove = onMessage((screen, message) => {
  const success = `Deleted "${messageExcerpt(message).slice(0, 40)}". Ctrl-X undoes it.`
  void perform(screen, 'delete', { ...here(screen), message_id: message.message_id }, { success })
})

const isPinned = ({ chat, messageId }: Screen) => chat.value?.pinned_message_id === messageId.value

const pinOrUnpin = onMessage((screen, { message_id }) => {
  void perform(screen, isPinned(screen) ? 'unpin' : 'pin', { ...here(screen), message_id })
})

const memberMenu = onMessage((screen, { new_chat_members: joined, left_chat_member: left, author }) => {
  const other = joined?.[0] ?? left
  void openMemberMenu(screen, other?.id ?? author.handle, (other ?? author).first_name)
})

const commentsOf = ({ chat }: Screen) => {
  const shown = chat.value
  return shown?.kind === 'channel' ? shown.linked_chat_handle : undefined
}

function chosenFile(screen: Screen) {
  const file = fileIn(chosenMessage(screen) ?? {})
  return file && { id: file.unique_id, name: file.name || `${file.unique_id}.jpg` }
}

function saveFile(screen: Screen) {
  const file = chosenFile(screen)
  if (!file) return
  const write = async (path: string, flag: 'w' | 'wx') =>
    writeFile(path, await screen.model.client.file(file.id), { flag })
  openSaveForm(screen, 'save the file as', file.name, write, (path) => notify(screen, `Saved as ${path}.`))
}

async function openFile(screen: Screen) {
  const file = chosenFile(screen)
  if (!file) return showView(screen, 'chosen')
  if (!isOnlyShown(file.name))
    return notify(screen, `${file.name} was not opened: it could be a program. Press s to save it.`, 'warn')
  const path = join(await mkdtemp(join(tmpdir(), 'bot-emulator-')), basename(file.name))
  await writeFile(path, await screen.model.client.file(file.id))
  const isOpened = await openWithSystem(path)
  notify(
    screen,
    isOpened
      ? `Opened ${file.name} with ${SYSTEM_OPENER}.`
      : `${SYSTEM_OPENER} does not start. Press s to save the file.`,
  )
}

/** Chooses the next older message that contains the search. */
function nextMatch(screen: Screen) {
  const matches = matchesIn(screen)
  const older = matches.findLast(({ message_id }) => message_id < (screen.messageId.peek() ?? 0)) ?? matches.at(-1)
  if (older) screen.messageId.value = older.message_id
}

const hasMessage = (screen: Screen) => chosenMessage(screen) !== undefined
const isMember = (screen: Screen) => hasMessage(screen) && screen.chat.value?.kind !== 'private'

/** The cells of a button's label in the hint, so that there is room for other hints. */
const MAX_HINT = 16

function enterHint(screen: Screen) {
  const message = chosenMessage(screen)
  const button = buttonsOf(message)[screen.buttonAt.value]
  if (button?.url !== undefined) return 'copy the address'
  if (button) return isBlocked(screen) ? null : `press ${truncate(button.text, MAX_HINT)}`
  return message ? 'open' : null
}

/** Enter presses the button of a message that has one. */
const openHint = (screen: Screen) =>
  hasFile(screen) ? 'open the file' : buttonsOf(chosenMessage(screen)).length ? 'whole message' : null

const hasMatches = (screen: Screen) => screen.filters.value.messages !== '' && matchesIn(screen).length > 1
const hasButtons = (screen: Screen) => buttonsOf(chosenMessage(screen)).length > 1
const hasFile = (screen: Screen) => chosenFile(screen) !== undefined
const hasComments = (screen: Screen) => commentsOf(screen) !== undefined
const MEMBER = "What can be done with the message's author"

export const messageCommands: readonly Command[] = [
  { label: 'Press the button; open the message', keys: { messages: 'enter' }, hint: enterHint, run: pressOrOpen },
  {
    label: 'Next, previous button',
    keys: { messages: 'right left l h' },
    hint: 'next button',
    applies: hasButtons,
    run: selectButton,
  },
  { label: 'The next match above', keys: { messages: 'n' }, hint: 'next match', applies: hasMatches, run: nextMatch },
  { label: 'Reply', keys: { messages: 'r' }, hint: 'reply', applies: mayReply, run: reply },
  {
    label: 'Comments of the channel',
    keys: { messages: 'c' },
    hint: 'comments',
    words: 'comment discuss channel post',
    applies: hasComments,
    run: (screen) => openChat(screen, commentsOf(screen) ?? null),
  },
  { label: 'Edit', keys: { messages: 'e' }, hint: 'edit', applies: mayEdit, run: edit },
  { label: 'Delete', keys: { messages: 'd delete' }, hint: 'delete', applies: mayDelete, run: remove },
  { label: 'Save the file', keys: { messages: 's' }, hint: 'save the file', applies: hasFile, run: saveFile },
  {
    label: 'Pin or unpin',
    keys: { messages: 'p' },
    hint: (screen) => (isPinned(screen) ? 'unpin' : 'pin'),
    applies: mayPin,
    run: pinOrUnpin,
  },
  { label: MEMBER, keys: { messages: 'x' }, hint: 'member', applies: isMember, run: memberMenu },
  {
    label: 'Open the file, or show the whole message',
    keys: { messages: 'o' },
    hint: openHint,
    run: (screen) => void openFile(screen),
  },
]
