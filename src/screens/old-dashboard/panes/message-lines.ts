// The lines of one message: author and time, quote, file, text, buttons.

import { buttonsOf, excerpt, fileIn, serviceText } from '../../../control/describe/message.ts'
import { formatSize } from '../../../lib/safe-text.ts'
import { dayOf, minuteOf } from '../../../lib/time-text.ts'
import { memoizeBySubject } from '../state/memoize.ts'
import type { Message, Photo } from '../state/model.ts'
import { truncate, wrap } from '../text/cells.ts'
import { BLANK, cellsOf, type Line, type Piece } from '../text/line.ts'
import { type Look, personColour, signsOf } from '../text/style.ts'
import { buttonGrid } from './lists.ts'

export const halvePhoto = ({ width, rows }: Photo): Photo => ({
  width: Math.ceil(width / 2),
  rows: rows.filter((_, y) => y % 2 === 0).map((row) => row.filter((_, x) => x % 2 === 0)),
})

const hex = (rgb: number) => `#${rgb.toString(16).padStart(6, '0')}`

export function photoRows({ width, rows }: Photo, room: number, look: Look): Piece[][] {
  if (look.colours === 'none' || look.ascii || look.isSpoken || width > room) return []
  return Array.from({ length: Math.floor(rows.length / 2) }, (_, y) =>
    rows[2 * y]!.map((upper, x): Piece => ['▀', 'plain', { colour: hex(upper), behind: hex(rows[2 * y + 1]![x]!) }]),
  )
}

interface MessageProps {
  message: Message
  before: Message | undefined
  room: number
  look: Look
  me: string | null
  isPinned: boolean
  isSelected: boolean
  button: number
  photo: Photo | null
  isLow: boolean
}

type Row = readonly Piece[]

/** The time after which a message of the same author shows the author again. */
const QUIET_SECONDS = 180
const OWN_SHARE = 0.75
/**
 * The minimum width of the played person's messages. It leaves room for the id that a selected message shows, so that
 * selecting a short message does not move its text.
 */
const MIN_OWN_CELLS = 16

export const messageLines = memoizeBySubject(
  ({ message }: MessageProps) => message,
  (props): readonly Line[] => {
    const { message, before, look, isSelected, me, isPinned } = props
    const isNewDay = before === undefined || dayOf(before.date) !== dayOf(message.date)
    const follows = !isNewDay && before.author.id === message.author.id && !serviceText(before)
    const isCalm = !isSelected && !isPinned && message.edit_date === undefined
    const hasAuthor = !(follows && isCalm && message.date - before.date < QUIET_SECONDS)
    const hasSpace = before !== undefined && (hasAuthor || buttonsOf(before).length > 0) && !look.isSpoken
    const { here, separator } = signsOf(look)
    const service = serviceText(message)
    const isMine = message.author.handle === me && service === undefined && !look.isSpoken
    const room = props.room - 2
    const rows: Row[] =
      service === undefined
        ? bodyRows(props, isMine ? Math.ceil(room * OWN_SHARE) : room, hasAuthor)
        : [[[`${separator} ${service} ${separator}`, 'dim']]]
    const indent = isMine ? Math.max(0, room - Math.max(MIN_OWN_CELLS, ...rows.map(cellsOf))) : 0
    const edge: Row = [[isSelected ? `${here} ` : '  ', 'mark'], [' '.repeat(indent)]]
    return [
      ...(hasSpace ? [BLANK] : []),
      ...(isNewDay ? [{ pieces: [[dayOf(message.date), 'dim']], indent: 2 } satisfies Line] : []),
      ...rows.map((row) => ({ pieces: [...edge, ...row], target: { message: message.message_id } })),
    ]
  },
)

function bodyRows(props: MessageProps, room: number, hasAuthor: boolean): Row[] {
  const { message, look, photo, isLow } = props
  const words = message.text ?? message.caption
  return [
    ...(hasAuthor ? [heading(props, room)] : []),
    ...quoteRows(message, look, room),
    ...fileRows(message, look, room),
    ...(photo ? photoRows(isLow ? halvePhoto(photo) : photo, room, look) : []),
    ...(words ? wrap(words, room).map((line): Row => [[line]]) : []),
    ...buttonRows(props, room),
  ]
}

function heading({ message, look, me, isPinned, isSelected }: MessageProps, room: number): Row {
  const { author, date, edit_date } = message
  const { more, pin } = signsOf(look)
  const isMe = author.handle === me
  const name = truncate(isMe ? 'you' : author.first_name, Math.max(4, room - 24), more)
  const notes = [
    minuteOf(date),
    ...(edit_date === undefined ? [] : ['edited']),
    ...(isPinned ? [`${pin} pinned`] : []),
    ...(isSelected ? [`#${message.message_id}`] : []),
  ]
  return [
    [name, 'strong', { colour: personColour(author.id, look) }],
    [author.is_bot ? ' bot' : '', 'dim'],
    [`  ${notes.join(' ')}`, 'dim'],
  ]
}

function quoteRows({ reply_to_message: target }: Message, look: Look, room: number): Row[] {
  if (!target) return []
  const { quote, more } = signsOf(look)
  const author = target.from?.first_name
  return [[[truncate(`${quote} ${author ? `${author}: ` : ''}${excerpt(target)}`, room, more), 'dim']]]
}

function fileRows(message: Message, look: Look, room: number): Row[] {
  const attachment = fileIn(message)
  if (!attachment) return []
  const { kind, file } = attachment
  const size = 'width' in file ? `${file.width}x${file.height} ` : `${file.file_name} `
  return [[[truncate(`[${kind}] ${size}${formatSize(file.file_size)}`, room, signsOf(look).more), 'strong']]]
}

function buttonRows({ message, look, isSelected, button }: MessageProps, room: number): Row[] {
  const { link } = signsOf(look)
  const labels = (message.reply_markup?.inline_keyboard ?? []).map((buttons) =>
    buttons.map(({ text, url }) => (url === undefined ? text : `${text} ${link}`)),
  )
  return buttonGrid(labels, { look, room, selected: isSelected ? button : -1, targetOf: (at) => ({ button: at }) })
}
