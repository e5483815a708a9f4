// The inline buttons of a message, as it stands in views, updates and answers.

import type { MessageView } from './messages.ts'

export const buttonsOf = (message: Pick<MessageView, 'reply_markup'> | undefined) =>
  message?.reply_markup?.inline_keyboard.flat() ?? []

export const labelsOf = (message: Pick<MessageView, 'reply_markup'>): string[] =>
  buttonsOf(message).map(({ text }) => text)
