// What a person sees of a chat just now.

import { labelsOf } from '../../../contract/buttons.ts'
import { fileIn } from '../../../contract/file-in.ts'
import type { MessageView } from '../../../contract/messages.ts'
import { clean } from '../../report/clean.ts'
import type { Play } from '../play.ts'

const LAST = 6

export async function messagesOn(
  { client }: Play,
  person: string | number,
  chat: string | number,
): Promise<MessageView[]> {
  const { messages } = await client.view('/users/:user/chats/:chat', { user: person, chat })
  return messages
}

export const saidIn = ({ text, caption }: MessageView): string => text ?? caption ?? ''

/** The last messages, the newest at the bottom, as on a screen. */
export function screenLines(messages: readonly MessageView[]): string[] {
  if (!messages.length) return ['On the screen is nothing.']
  return ['On the screen:', ...messages.slice(-LAST).map((message) => `  ${lineOf(message)}`)]
}

function lineOf(message: MessageView): string {
  const file = fileIn(message)
  const buttons = labelsOf(message).map((label) => `‹${label}›`)
  const said = [file && `<${file.kind}>`, saidIn(message), ...buttons].filter(Boolean).join(' ')
  return clean(`${message.author.first_name}: ${said}`)
}
