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

export const botMessages = ({ messages }: PersonScreen) => messages.filter(({ author }) => author.is_bot)

/** The state for moves that no person makes: faults and jumps of the clock. All other states are screens. */
export const WORLD = 'world'

const MAX_STATE_TEXT = 70
const withoutCommand = (text: string) => text.replace(/^\/\S+\s*/, '').trim()

/** Returns true for a text of the person that no message of the bot contains. In states, `…` replaces such texts. */
export const isOwnText = (text: unknown, screen: PersonScreen | undefined): text is string =>
  typeof text === 'string' &&
  !(screen && botMessages(screen).some((message) => textOrCaption(message)?.includes(withoutCommand(text))))

const LEAST_WRITTEN = 3
const COMMON_WORDS = /^(?:yes|no|ok|cancel|null)$/i

/**
 * Replaces numbers, names and the texts that people wrote, because they differ between conversations in the same state.
 * Commands and short words stay, because they are a part of the bot's own texts.
 */
export function withoutVariables(text: string, written: ReadonlySet<string>): string {
  let plain = text
  for (const each of written) {
    const words = withoutCommand(each)
    if (words.length >= LEAST_WRITTEN && !COMMON_WORDS.test(words)) plain = plain.replaceAll(words, '…')
  }
  return withoutNumbers(plain).replace(/\s+/g, ' ').trim()
}

/** Returns the state of a screen as text: the bot's newest message and its buttons. */
export function stateOf(screen: PersonScreen, written: ReadonlySet<string>): string {
  const kind = screen.isPrivate ? 'private' : 'group'
  if (!screen.started) return `${kind}: not started`
  if (screen.blocked) return `${kind}: blocked`
  const newest = botMessages(screen).at(-1)
  if (!newest) return `${kind}: no message`
  const { text = '', buttons = [] } = shownContent(newest)
  const words = withoutVariables(text, written).slice(0, MAX_STATE_TEXT) || '(file)'
  const labels = buttons.flat().map((label) => withoutVariables(label, written))
  return [`${kind}:`, words, buttonRow(labels)].join(' ').trim().slice(0, 200)
}
