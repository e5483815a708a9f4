// One message as its reader sees it: who and when, what it replies to, words, files, buttons.

import { excerpt, serviceText } from '../state/excerpt.ts'
import { type Button, fileOf, type Message } from '../state/model.ts'
import type { Photo } from '../state/state.ts'
import { filled, indent, type Line, lineWidth, type Span, span } from '../terminal/line.ts'
import { clip, width, wrap } from '../terminal/text.ts'
import type { Look } from '../terminal/theme.ts'
import { signsOf } from '../terminal/theme.ts'
import { photoLines } from './photo.ts'
import { minuteOf } from './when.ts'

export interface Shown {
  message: Message
  width: number
  look: Look
  me: string | null
  isPinned: boolean
  isSelected: boolean
  /** Which button is at hand, where the message is. */
  button: number
  photo: Photo | null
  /** Whether the words of somebody else came just before. */
  withAuthor: boolean
}

export function messageLines(shown: Shown): Line[] {
  const { message, look, isSelected } = shown
  const signs = signsOf(look)
  const service = serviceText(message)
  const room = shown.width - 2
  const body =
    service === undefined ? bodyOf(shown, room) : [[span(`${signs.separator} ${service} ${signs.separator}`, 'dim')]]
  const mark = span(isSelected ? `${signs.here} ` : '  ', 'mark')
  const isMine = message.author.handle === shown.me && service === undefined && !look.spoken
  const wide = Math.max(0, ...body.map((one) => lineWidth(one)))
  return body.map((one) => [mark, ...(isMine ? indent(one, room - wide) : one)])
}

function bodyOf(shown: Shown, room: number): Line[] {
  const { message, look, photo } = shown
  const isMine = message.author.handle === shown.me
  const wide = isMine ? Math.max(20, Math.floor(room * 0.8)) : room
  const words = message.text ?? message.caption
  return [
    ...(shown.withAuthor ? [heading(shown, room)] : []),
    ...quoteOf(message, look, wide),
    ...fileLines(message, look, wide),
    ...(photo ? photoLines(photo, wide, look) : []),
    ...(words ? wrap(words, wide).map((text): Line => [span(text)]) : []),
    ...buttonLines(shown, wide),
  ]
}

function heading({ message, look, me, isPinned, isSelected }: Shown, room: number): Line {
  const { author, date, edit_date } = message
  const signs = signsOf(look)
  const isMe = author.handle === me
  const notes = [
    minuteOf(date),
    ...(edit_date === undefined ? [] : ['edited']),
    ...(isPinned ? [`${signs.pin} pinned`] : []),
    ...(isSelected ? [`#${message.message_id}`] : []),
  ]
  const name = isMe ? 'you' : author.first_name
  const style = isMe ? 'me' : author.is_bot ? 'bot' : 'person'
  const spans: Span[] = [
    span(clip(name, Math.max(4, room - 24), signs.more), style),
    ...(author.is_bot ? [span(' bot', 'dim')] : []),
    span(`  ${notes.join(' ')}`, 'dim'),
  ]
  return lineWidth(spans) > room ? filled(spans, room, signs.more) : spans
}

function quoteOf({ reply_to_message: target }: Message, look: Look, room: number): Line[] {
  if (!target) return []
  const signs = signsOf(look)
  const who = target.from?.first_name
  return [[span(clip(`${signs.quote} ${who ? `${who}: ` : ''}${excerpt(target)}`, room, signs.more), 'dim')]]
}

function fileLines(message: Message, look: Look, room: number): Line[] {
  const held = fileOf(message)
  if (!held) return []
  const { kind, file } = held
  const size = 'width' in file ? `${file.width}x${file.height} ` : `${file.file_name} `
  return [[span(clip(`[${kind}] ${size}${kilobytes(file.file_size)}`, room, signsOf(look).more), 'strong')]]
}

const kilobytes = (bytes: number) =>
  bytes < 1000 ? `${bytes} B` : bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`

/** Rows of buttons, flowing on where the room is narrow. */
function buttonLines({ message, look, isSelected, button }: Shown, room: number): Line[] {
  let nth = 0
  return (message.reply_markup?.inline_keyboard ?? []).flatMap((row) => {
    const lines: Span[][] = [[]]
    for (const one of row) {
      const piece = buttonSpan(one, look, room, isSelected && nth++ === button)
      const last = lines.at(-1)!
      if (last.length && lineWidth(last) + 2 + width(piece.text) > room) lines.push([piece])
      else last.push(...(last.length ? [span('  ')] : []), piece)
    }
    return lines
  })
}

function buttonSpan({ text, url }: Button, look: Look, room: number, isAtHand: boolean): Span {
  const signs = signsOf(look)
  const name = clip(text, Math.max(2, room - 8), signs.more)
  const label = `${name}${url === undefined ? '' : ` ${signs.link}`}`
  return isAtHand ? span(`[ ${label} ]`, 'chosen') : span(`${signs.open} ${label} ${signs.close}`, 'button')
}
