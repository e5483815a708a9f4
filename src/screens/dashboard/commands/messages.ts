// Commands for the chosen message: press, reply, edit, delete, pin, comment, files.

import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { CONTROL_PATH, pageFragment } from '../../../control/contract/addresses.ts'
import {
  buttonsOf,
  fileIn,
  labelsOf,
  messageExcerpt,
  placeOf,
  textOrCaption,
} from '../../../control/describe/message.ts'
import { isOnlyShown, openWithSystem, SYSTEM_OPENER } from '../../../lib/open-with-system.ts'
import { openChat } from '../screen/chats.ts'
import { focusPlace } from '../screen/focus.ts'
import { openMemberMenu } from '../screen/member-menu.ts'
import { perform } from '../screen/perform.ts'
import { type FileToSave, type Message, notify, openOverlay, type Screen, setComposer } from '../screen/screen.ts'
import { chosenEntry, chosenMessage, newestWithButtons } from '../screen/traffic.ts'
import { inputOf } from '../text/input.ts'
import type { Command } from './command.ts'
import { copyText } from './copy.ts'
import { showView } from './inspector.ts'

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

/** Enter: presses the button, shows the picture, or shows the whole message. */
function pressOrOpen(screen: Screen) {
  const message = chosenMessage(screen)
  if (!message) return
  if (buttonsOf(message).length) return pressButton(screen, message, screen.buttonAt.peek())
  const file = fileOf(message)
  if (file && fileIn(message)?.kind === 'photo') openOverlay(screen, { kind: 'picture', file, preview: null })
  else showView(screen, 'chosen')
}

const selectButton = (by: number) => (screen: Screen) => {
  const count = buttonsOf(chosenMessage(screen)).length
  if (count) screen.buttonAt.value = (screen.buttonAt.peek() + by + count) % count
}

function toButtons(screen: Screen) {
  const above = newestWithButtons(screen, screen.messageId.peek() ?? undefined) ?? newestWithButtons(screen)
  if (!above) return
  screen.messageId.value = above.message_id
  screen.buttonAt.value = 0
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

/** In a channel, members with the right to edit may edit posts of other authors. */
const mayEdit = (screen: Screen) => {
  const author = chosenMessage(screen)?.author
  return author !== undefined && (author.handle === screen.me.value || screen.chat.value?.kind === 'channel')
}

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

export function fileOf(message: Message | undefined): FileToSave | undefined {
  const file = fileIn(message ?? {})
  return file && { id: file.unique_id, name: file.name || `${file.unique_id}.jpg` }
}

/** The file of the picture on the screen, or of the chosen message. */
const chosenFile = (screen: Screen) => {
  const top = screen.overlays.value.at(-1)
  return top?.kind === 'picture' ? top.file : fileOf(chosenMessage(screen))
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

export async function openPage(screen: Screen) {
  const { me, open, messageId, focus, model } = screen
  const [person, chat, message] = [me.peek(), open.peek(), messageId.peek()]
  const entry = focus.peek() === 'traffic' ? chosenEntry(screen) : undefined
  const phone = { person: person ?? '', ...(chat !== null && { chat }), ...(message !== null && { message }) }
  const call = entry?.kind === 'call' ? { call: entry.call.id } : {}
  const fragment = pageFragment({ phones: person === null ? [] : [phone], panel: 'traffic', ...call })
  const address = `${model.url.peek()}${CONTROL_PATH}/${fragment}`
  notify(screen, (await openWithSystem(address)) ? `Opened ${address}` : `Open ${address} in a browser.`)
}

/** Chooses the next older message that contains the search. */
function nextMatch(screen: Screen) {
  const words = screen.filters.peek().messages.toLowerCase()
  const matches = (screen.conversation.peek()?.messages ?? []).filter(({ text, caption }) =>
    `${text ?? ''} ${caption ?? ''}`.toLowerCase().includes(words),
  )
  const older = matches.findLast(({ message_id }) => message_id < (screen.messageId.peek() ?? 0)) ?? matches.at(-1)
  if (older) screen.messageId.value = older.message_id
  else notify(screen, `"${words}" is not in this chat.`, 'warn')
}

const hasMessage = (screen: Screen) => chosenMessage(screen) !== undefined
const isMember = (screen: Screen) => hasMessage(screen) && screen.chat.value?.kind !== 'private'

function enterHint(screen: Screen) {
  const message = chosenMessage(screen)
  const button = buttonsOf(message)[screen.buttonAt.value]
  if (button) return button.url === undefined ? `press ${button.text}` : 'copy the address'
  return message ? 'open' : null
}

const M = 'messages'
const isSearching = ({ filters }: Screen) => filters.value.messages !== ''

export const messageCommands: readonly Command[] = [
  { label: 'Press the button; open the message', keys: { [M]: 'enter' }, hint: enterHint, rank: 1, run: pressOrOpen },
  { label: 'The button on the left', keys: { [M]: 'left h' }, run: selectButton(-1) },
  {
    label: 'The button on the right',
    keys: { [M]: 'right l' },
    hint: 'next button',
    rank: 2,
    applies: (screen) => buttonsOf(chosenMessage(screen)).length > 1,
    run: selectButton(1),
  },
  { label: 'The nearest buttons above', keys: { [M]: 'b' }, run: toButtons },
  {
    label: 'The next match above',
    keys: { [M]: 'n' },
    hint: 'next match',
    rank: 2,
    applies: isSearching,
    run: nextMatch,
  },
  { label: 'Reply', keys: { [M]: 'r' }, hint: 'reply', rank: 3, applies: hasMessage, run: reply },
  { label: 'Edit', keys: { [M]: 'e' }, hint: 'edit', rank: 5, applies: mayEdit, run: edit },
  {
    label: 'Comment on the post',
    keys: { [M]: 'c' },
    hint: 'comment',
    rank: 3,
    words: 'comment discuss channel post',
    applies: (screen) => commentsOf(screen) !== undefined,
    run: (screen) => openChat(screen, commentsOf(screen) ?? null),
  },
  { label: 'Delete', keys: { [M]: 'd delete' }, hint: 'delete', rank: 5, applies: hasMessage, run: remove },
  {
    label: 'Pin or unpin',
    keys: { [M]: 'p' },
    hint: (screen) => (isPinned(screen) ? 'unpin' : 'pin'),
    rank: 7,
    applies: hasMessage,
    run: pinOrUnpin,
  },
  {
    label: "What can be done with the message's author",
    keys: { [M]: 'x' },
    hint: 'member',
    rank: 7,
    applies: isMember,
    run: memberMenu,
  },
  {
    label: 'Open the file, or show the whole message',
    keys: { [M]: 'o', picture: 'o' },
    run: (screen) => void openFile(screen),
  },
  {
    label: 'Save the file',
    keys: { [M]: 's', picture: 's' },
    hint: 'save the file',
    rank: 5,
    applies: (screen) => chosenFile(screen) !== undefined,
    run: (screen) => {
      const file = chosenFile(screen)
      if (file) openOverlay(screen, { kind: 'save', input: inputOf(file.name), error: null, file })
    },
  },
]
