// Loads the messages that a person sees in a chat, and formats them.

import type { MessageView } from '../../../contract/messages.ts'
import { messageText } from '../../../describe/message.ts'
import { sanitizeLine } from '../../../describe/text.ts'
import type { Play } from '../play.ts'

const MAX_SHOWN = 6

export const loadScreen = ({ client }: Play, user: string | number, chat: string | number) =>
  client.view('/users/:user/chats/:chat', { user, chat })

export function screenLines(messages: readonly MessageView[]): string[] {
  if (!messages.length) return ['The screen is empty.']
  const last = messages.slice(-MAX_SHOWN)
  return ['On the screen:', ...last.map((message) => `  ${sanitizeLine(messageText(message))}`)]
}
