// Commands of the input: send, complete, recall, cancel.

import { entryOf } from '../screen/chats.ts'
import { chooseMessage, focusPlace } from '../screen/panes.ts'
import { pathIn, perform } from '../screen/perform.ts'
import { EMPTY_COMPOSER, NOT_DONE, notify, type Screen, setComposer } from '../screen/screen.ts'
import { suggestionsOf } from '../screen/suggestions.ts'
import { newestWithButtons } from '../screen/traffic.ts'
import { barrierOf, isBlocked } from '../screen/write.ts'
import { inputOf, insert, lineAbove, lineBelow } from '../text/input.ts'
import type { Command } from './command.ts'

const MAX_HISTORY = 200

/** What Enter does, and in which words the hint says it. Reads signals. */
function onEnter(screen: Screen): { hint: string | null; run(): void } | undefined {
  const { me, open, composer } = screen
  const as = me.value
  const to = open.value
  const { input, editing, replyTo } = composer.value
  if (as === null || to === null) return undefined
  if (isBlocked(screen)) return { hint: 'unblock', run: () => void perform(screen, 'unblock', { as, bot: to }) }
  const barrier = barrierOf(screen)
  if (barrier) return { hint: null, run: () => notify(screen, NOT_DONE + barrier, 'bad') }
  const entry = entryOf(screen)
  if (entry)
    return { hint: entry.action === 'start' ? 'start the bot' : 'join', run: () => void enterChat(screen, entry) }
  if (input.text.trim() === '') return undefined
  const hint = editing !== null ? 'save the edit' : replyTo !== null ? 'reply' : 'send'
  return { hint, run: () => void send(screen, as, to) }
}

export const pressEnter = (screen: Screen) => onEnter(screen)?.run()

/** The bot gets /start by itself, with the payload of a deep link. Any other draft stays. */
async function enterChat(screen: Screen, { action, params }: NonNullable<ReturnType<typeof entryOf>>) {
  const { me, open, composer, entered } = screen
  const { input } = composer.peek()
  const [start, payload] = /^\/start(?: (\S+))?$/.exec(input.text.trim()) ?? []
  if (start) setComposer(screen, EMPTY_COMPOSER)
  entered.value = `${me.peek()} ${open.peek()}`
  const { ok } = await perform(screen, action, { ...params, ...(payload && { payload }) })
  if (ok) return
  entered.value = null
  if (start) setComposer(screen, { input })
}

async function send(screen: Screen, as: string, to: string) {
  const { composer, history, messageId } = screen
  const { input, replyTo, editing } = composer.peek()
  const { text } = input
  history.value = [...history.peek().filter((one) => one !== text), text].slice(-MAX_HISTORY)
  messageId.value = null
  composer.value = EMPTY_COMPOSER
  const outcome =
    editing === null
      ? await perform(screen, 'send', { as, to, text, ...(replyTo !== null && { reply_to: replyTo }) })
      : await perform(screen, 'edit', { as, chat: to, message_id: editing, text })
  // A refused text returns to the input, unless another text was typed since.
  if (!outcome.ok && composer.peek().input.text === '') setComposer(screen, { input, replyTo, editing })
}

function insertSuggestion(screen: Screen) {
  const { input, suggestion } = screen.composer.peek()
  const all = suggestionsOf(screen)
  const chosen = all[Math.min(suggestion ?? 0, all.length - 1)]
  if (!chosen) return
  const before = input.text.slice(0, chosen.from) + chosen.text
  setComposer(screen, { input: { text: before + input.text.slice(input.at), at: before.length }, suggestion: 0 })
}

function moveUpOrDown(screen: Screen, by: number) {
  const { input, suggestion } = screen.composer.peek()
  const { length } = suggestionsOf(screen)
  if (length) return setComposer(screen, { suggestion: ((suggestion ?? 0) + by + length) % length })
  const line = by < 0 ? lineAbove(input) : lineBelow(input)
  if (line) return setComposer(screen, { input: line })
  if (by > 0 || input.text !== '') return
  const message = newestWithButtons(screen)
  if (message) chooseMessage(screen, message.message_id)
  else focusPlace(screen, 'messages')
}

function recall(screen: Screen, by: number) {
  const { stepsBack, draft, input } = screen.composer.peek()
  const history = screen.history.peek()
  const to = Math.max(0, Math.min(history.length, stepsBack - by))
  if (to === stepsBack) return
  const current = stepsBack === 0 ? input.text : draft
  setComposer(screen, { input: inputOf(to === 0 ? current : history.at(-to)!), stepsBack: to, draft: current })
}

function cancel(screen: Screen) {
  const { editing, replyTo } = screen.composer.peek()
  if (suggestionsOf(screen).length) setComposer(screen, { suggestion: null })
  else if (editing !== null) setComposer(screen, EMPTY_COMPOSER)
  else if (replyTo !== null) setComposer(screen, { replyTo: null })
  else if (screen.messageId.peek() !== null) screen.messageId.value = null
  else screen.notices.value = []
}

function cancelHint(screen: Screen) {
  const { editing, replyTo } = screen.composer.value
  if (suggestionsOf(screen).length) return 'no suggestions'
  return editing !== null ? 'cancel the edit' : replyTo !== null ? 'cancel the reply' : null
}

/** A text that means a path even if no file is there. */
const PATH = /^['"]?(?:(?:file:\/\/|~|\.{1,2})\/\S|\/\S+[/.]|\w:\\)/

const isPath = ({ foundFile, composer }: Screen) => foundFile.value !== null || PATH.test(composer.value.input.text)

/** Sends the file whose path is the whole text. Enter sends the text. */
async function sendTypedFile(screen: Screen) {
  const { input, replyTo } = screen.composer.peek()
  setComposer(screen, EMPTY_COMPOSER)
  const params = { as: screen.me.peek(), to: screen.open.peek(), file: { path: pathIn(input.text) } }
  const { ok } = await perform(screen, 'sendFile', { ...params, ...(replyTo !== null && { reply_to: replyTo }) })
  if (!ok && screen.composer.peek().input.text === '') setComposer(screen, { input, replyTo })
}

const hasSuggestions = (screen: Screen) => suggestionsOf(screen).length > 0
const newLine = (screen: Screen) => setComposer(screen, { input: insert(screen.composer.peek().input, '\n') })
const buttonsHint = (screen: Screen) =>
  screen.composer.value.input.text === '' && newestWithButtons(screen) && !isBlocked(screen) ? 'buttons' : null

export const inputCommands: readonly Command[] = [
  {
    label: 'Send; start the bot',
    keys: { input: 'enter' },
    hint: (screen) => onEnter(screen)?.hint ?? null,
    run: pressEnter,
  },
  {
    label: 'Complete the word',
    keys: { input: 'tab' },
    hint: 'complete',
    applies: hasSuggestions,
    run: insertSuggestion,
  },
  {
    label: 'Send the file of the typed path',
    keys: { input: 'tab' },
    hint: ({ foundFile }) => (foundFile.value === null ? null : 'send the file'),
    applies: isPath,
    run: (screen) => void sendTypedFile(screen),
  },
  { label: 'Begin a new line', keys: { input: 'alt-enter ctrl-j' }, run: newLine },
  {
    label: 'Go to the newest buttons; move in the text or the suggestions',
    keys: { input: 'up down' },
    hint: buttonsHint,
    run: moveUpOrDown,
  },
  { label: 'An earlier, a later sent text', keys: { input: 'ctrl-up ctrl-down' }, run: recall },
  {
    label: 'Close the suggestions, cancel the reply or the edit',
    keys: { input: 'esc' },
    hint: cancelHint,
    run: cancel,
  },
]
