// chat: a conversation as a person sees it.

import * as z from 'zod'
import { fileIn } from '../../contract/file-in.ts'
import type { MessageView } from '../../contract/messages.ts'
import { newestLines } from '../short-json.ts'
import { tool } from '../tool.ts'
import { quoted } from '../written.ts'

export const chat = tool({
  name: 'chat',
  description: 'A conversation as a person sees it, newest last, with the buttons of each message.',
  params: z.strictObject({
    as: z.string().describe('handle or id of the person'),
    chat: z.string().describe('a bot, for the private chat with it, or a group or channel'),
    last: z.int().min(1).default(10),
  }),
  readOnly: true,
  async answer(client, { as, chat, last }) {
    const { messages } = await client.view('/users/:user/chats/:chat', { user: as, chat })
    return newestLines(messages.slice(-last).map(messageLine), 'ask for `object`s') || 'Nothing has been said here.'
  },
})

function messageLine(message: MessageView): string {
  const { message_id, author, text, caption, reply_markup, edit_date } = message
  const said = text ?? caption
  const file = fileIn(message)
  const keyboard = reply_markup && ('inline_keyboard' in reply_markup ? reply_markup.inline_keyboard : [])
  const buttons = (keyboard ?? []).flat().map((button) => quoted(button.text, 40))
  return [
    `message ${message_id}, ${author.handle}:`,
    ...(file ? [`(${file.kind})`] : []),
    ...(said === undefined ? [] : [quoted(said)]),
    ...(buttons.length ? [`buttons ${buttons.join(', ')}`] : []),
    ...(edit_date ? ['(edited)'] : []),
  ].join(' ')
}
