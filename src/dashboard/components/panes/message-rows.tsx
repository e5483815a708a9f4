// One message as its reader sees it: who and when, what it replies to, words, files, buttons.

import type { ReactNode } from 'react'
import { fileIn } from '../../../contract/file-in.ts'
import { excerpt, serviceText } from '../../state/excerpt.ts'
import type { Button, Message, Photo } from '../../state/model.ts'
import type { Look } from '../../terminal/look.ts'
import { clip, width, wrap } from '../../text/cells.ts'
import { minuteOf } from '../../text/when.ts'
import { hueOf, type Style, signsOf } from '../frame/theme.ts'
import { Row, Words } from '../frame/words.tsx'
import { photoRows } from './photo-rows.tsx'

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

/** Where my own messages begin, all of them at one edge. */
const OWN_EDGE = 0.25

export function messageRows(shown: Shown): ReactNode[] {
  const { message, look, isSelected, me } = shown
  const signs = signsOf(look)
  const service = serviceText(message)
  const isMine = message.author.handle === me && service === undefined && !look.spoken
  const indent = isMine ? Math.floor((shown.width - 2) * OWN_EDGE) : 0
  const rows =
    service === undefined
      ? bodyRows(shown, shown.width - 2 - indent)
      : [<Words as="dim" key="service">{`${signs.separator} ${service} ${signs.separator}`}</Words>]
  return rows.map((row, i) => (
    <Row key={`${message.message_id} ${i}`} on={{ message: message.message_id }}>
      <Words as="mark">{isSelected ? `${signs.here} ` : '  '}</Words>
      <Words>{' '.repeat(indent)}</Words>
      {row}
    </Row>
  ))
}

function bodyRows(shown: Shown, room: number): ReactNode[] {
  const { message, look, photo } = shown
  const words = message.text ?? message.caption
  return [
    ...(shown.withAuthor ? [heading(shown, room)] : []),
    ...quoteOf(message, look, room),
    ...fileRow(message, look, room),
    ...(photo ? photoRows(photo, room, look) : []),
    ...(words ? wrap(words, room).map((line, i) => <Words key={`${i} ${line}`}>{line}</Words>) : []),
    ...buttonRows(shown, room),
  ]
}

function heading({ message, look, me, isPinned, isSelected }: Shown, room: number): ReactNode {
  const { author, date, edit_date } = message
  const signs = signsOf(look)
  const isMe = author.handle === me
  const notes = [
    minuteOf(date),
    ...(edit_date === undefined ? [] : ['edited']),
    ...(isPinned ? [`${signs.pin} pinned`] : []),
    ...(isSelected ? [`#${message.message_id}`] : []),
  ]
  return (
    <>
      <Words as={isMe ? 'me' : author.is_bot ? 'bot' : 'person'} {...(!isMe && { hue: hueOf(author.id, look) })}>
        {clip(isMe ? 'you' : author.first_name, Math.max(4, room - 24), signs.more)}
      </Words>
      {author.is_bot && <Words as="dim"> bot</Words>}
      <Words as="dim">{`  ${notes.join(' ')}`}</Words>
    </>
  )
}

function quoteOf({ reply_to_message: target }: Message, look: Look, room: number): ReactNode[] {
  if (!target) return []
  const signs = signsOf(look)
  const who = target.from?.first_name
  return said(clip(`${signs.quote} ${who ? `${who}: ` : ''}${excerpt(target)}`, room, signs.more), 'dim')
}

function fileRow(message: Message, look: Look, room: number): ReactNode[] {
  const held = fileIn(message)
  if (!held) return []
  const { kind, file } = held
  const size = 'width' in file ? `${file.width}x${file.height} ` : `${file.file_name} `
  return said(clip(`[${kind}] ${size}${kilobytes(file.file_size)}`, room, signsOf(look).more), 'strong')
}

const said = (text: string, as: Style) => [
  <Words as={as} key={as}>
    {text}
  </Words>,
]

const kilobytes = (bytes: number) =>
  bytes < 1000 ? `${bytes} B` : bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`

/** Rows of buttons, flowing on where the room is narrow. */
function buttonRows({ message, look, isSelected, button }: Shown, room: number): ReactNode[] {
  let nth = 0
  return (message.reply_markup?.inline_keyboard ?? []).flatMap((row) => {
    const lines: { cells: number; pieces: ReactNode[] }[] = [{ cells: 0, pieces: [] }]
    for (const one of row) {
      const at = nth++
      const isAtHand = isSelected && at === button
      const label = buttonLabel(one, look, room, isAtHand)
      let last = lines.at(-1)!
      if (last.cells > 0 && last.cells + 2 + width(label) > room) {
        last = { cells: 0, pieces: [] }
        lines.push(last)
      }
      if (last.cells > 0) last.pieces.push(<Words key={`before ${last.cells}`}>{'  '}</Words>)
      last.pieces.push(
        <Words key={last.cells} on={{ button: at }} as={isAtHand ? 'chosen' : 'button'}>
          {label}
        </Words>,
      )
      last.cells += width(label) + (last.cells > 0 ? 2 : 0)
    }
    return lines.map(({ pieces }) => pieces)
  })
}

function buttonLabel({ text, url }: Button, look: Look, room: number, isAtHand: boolean): string {
  const signs = signsOf(look)
  const label = `${clip(text, Math.max(2, room - 8), signs.more)}${url === undefined ? '' : ` ${signs.link}`}`
  return isAtHand ? `[ ${label} ]` : `${signs.open} ${label} ${signs.close}`
}
