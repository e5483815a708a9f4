// The effect of a bot's send, once nothing speaks against it.

import type { SentMarkup } from '../../spec/keyboard.ts'
import type { Message } from '../../spec/shapes.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { BotChat } from '../chats/find-chat.ts'
import { activateReplyKeyboard, keyboardText } from '../keyboards/reply-markup.ts'
import type { Tx } from '../world.ts'
import { type NewMessage, postMessage } from './post-message.ts'
import { presentMessage } from './present-message.ts'

export function sendAsBot(
  tx: Tx,
  bot: BotRow,
  chat: BotChat,
  content: NewMessage,
  markup: SentMarkup | undefined,
): Message {
  const row = postMessage(tx, chat, bot, { ...content, keyboard: keyboardText(markup) })
  if (chat.kind === 'private') activateReplyKeyboard(tx, chat, markup)
  return presentMessage(tx, bot, chat, row)
}
