// A message as people read it: number, time, author, and what there is to see of it.

import { fileIn } from '../../contract/file-in.ts'
import type { MessageView } from '../../contract/messages.ts'
import { time } from './pieces.ts'
import type { Line, Piece } from './print.ts'

export function messageLines(message: MessageView): Line[] {
  const { message_id, date, edit_date, author, reply_markup, reply_to_message: replied } = message
  const head: Piece[] = [
    `${message_id}  `,
    time(date),
    '  ',
    author.is_bot ? { as: 'title', text: author.first_name } : author.first_name,
  ]
  const [first = '', ...others] = saidIn(message).split('\n')
  const aside = [...(replied ? [`in reply to ${replied.message_id}`] : []), ...(edit_date ? ['edited'] : [])].join(', ')
  const indent = ' '.repeat(`${message_id}  00:00:00  `.length)
  return [
    [...head, `: ${first}`, ...(aside && !others.length ? [{ as: 'aside' as const, text: `  (${aside})` }] : [])],
    ...others.map((text) => indent + text),
    ...(aside && others.length ? [[indent, { as: 'aside' as const, text: `(${aside})` }]] : []),
    ...(reply_markup?.inline_keyboard ?? []).map((row) => indent + row.map(({ text }) => `[${text}]`).join(' ')),
  ]
}

function saidIn(message: MessageView): string {
  const { text, caption, author, new_chat_members: came, left_chat_member: left } = message
  if (came) {
    const names = came.map(({ first_name }) => first_name).join(', ')
    return came.length === 1 && came[0]?.id === author.id ? 'joined' : `added ${names}`
  }
  if (left) return left.id === author.id ? 'left' : `removed ${left.first_name}`
  const file = fileIn(message)
  const shown = file && `(${[file.kind, file.name].filter(Boolean).join(' ')})`
  return [shown, text ?? caption].filter(Boolean).join(' ')
}
