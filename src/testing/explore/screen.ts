// A chat on one person's screen: its messages and buttons, and its state as text.

import type { Client } from '../../control/client/client.ts'
import type { MessageView } from '../../control/contract/messages.ts'
import { buttonRow, textOrCaption } from '../../control/describe/message.ts'
import { Problem } from '../../lib/problem.ts'
import { withoutNumbers } from '../seen/compare-seen.ts'
import { shownContent } from '../seen/seen.ts'

export interface PersonScreen {
  person: string
  /** The handle of the group or, in a private chat, of the bot. */
  chat: string
  isPrivate: boolean
  started: boolean
  blocked: boolean
  messages: MessageView[]
  keys: string[]
}

export async function loadScreen(client: Client, person: string, chat: string): Promise<PersonScreen> {
  try {
    const view = await client.view('/users/:user/chats/:chat', { user: person, chat })
    const isPrivate = view.kind === 'private'
    return {
      person,
      chat,
      isPrivate,
      started: view.kind !== 'private' || view.started,
      blocked: view.kind === 'private' && view.blocked,
      messages: view.messages,
      keys: (view.reply_keyboard ?? []).flat().map(({ text }) => text),
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const isPrivate = error.code === 'not-started'
    return { person, chat, isPrivate, started: false, blocked: false, messages: [], keys: [] }
  }
}

export const botMessages = ({ messages }: Pick<PersonScreen, 'messages'>) =>
  messages.filter(({ author }) => author.is_bot)

const MAX_STATE_TEXT = 70
const LEAST_WRITTEN = 3
const COMMON_WORDS = /^(?:yes|no|ok|cancel|null)$/i
const withoutCommand = (text: string) => text.replace(/^\/\S+\s*/, '').trim()

/**
 * Returns names, and the texts that people wrote. They differ between conversations in the same state. Commands, short
 * words, and what the bot said first are not among them, because they are a part of the bot's own texts.
 */
const variablesIn = ({ messages }: PersonScreen): string[] =>
  messages.flatMap((message, i) => {
    if (message.author.is_bot) return []
    const words = withoutCommand(textOrCaption(message) ?? '')
    const isOfBot = botMessages({ messages: messages.slice(0, i) }).some((each) => textOrCaption(each)?.includes(words))
    const isVariable = words.length >= LEAST_WRITTEN && !COMMON_WORDS.test(words) && !isOfBot
    return [message.author.first_name, ...(isVariable ? [words] : [])]
  })

/** Returns the state of a screen as text: the bot's newest message and its buttons. A fault or a jump has no screen. */
export function stateOf(screen: PersonScreen | undefined): string {
  if (!screen) return 'world'
  const kind = screen.isPrivate ? 'private' : 'group'
  if (!screen.started) return `${kind}: not started`
  if (screen.blocked) return `${kind}: blocked`
  const newest = botMessages(screen).at(-1)
  if (!newest) return `${kind}: no message`
  const variables = new Set(variablesIn(screen))
  const plain = (shown: string) =>
    withoutNumbers([...variables].reduce((text, each) => text.replaceAll(each, '…'), shown))
      .replace(/\s+/g, ' ')
      .trim()
  const { text = '', buttons = [] } = shownContent(newest)
  const words = plain(text).slice(0, MAX_STATE_TEXT) || '(file)'
  return [`${kind}:`, words, buttonRow(buttons.flat().map(plain))].join(' ').trim().slice(0, 200)
}
