// One message: author and time, quote, file, preview, text, buttons.

import { Box, Text } from 'ink'
import { memo } from 'react'
import type { MessageView } from '../../../control/contract/messages.ts'
import { fileIn, messageExcerpt, serviceText, textOrCaption } from '../../../control/describe/message.ts'
import { formatSize } from '../../../lib/safe-text.ts'
import { dayOf, minuteOf } from '../../../lib/time-text.ts'
import { Clickable } from '../hooks/use-mouse.tsx'
import { colourOfPerson, type Look, type Signs, useLook } from '../look.ts'
import type { Preview } from '../terminal/picture.ts'
import { wrap } from '../text/cells.ts'
import { Buttons, rowsOfButtons } from './buttons.tsx'
import { Selectable } from './list.tsx'
import { dim, Parts, Words } from './words.tsx'

export interface MessageProps {
  message: MessageView
  before: MessageView | undefined
  width: number
  me: string | null
  isPinned: boolean
  isChosen: boolean
  isFocused: boolean
  /** The chosen button, or -1. */
  button: number
  preview: Preview | null
  onChoose(id: number): void
  onPress(id: number, button: number): void
}

/** The time after which a message of the same author shows the author again. */
const QUIET_SECONDS = 180
const OWN_SHARE = 0.75
const BAR = 1
/** Keeps the text of a short message in place when it is chosen, because a chosen message shows its id. */
const MIN_OWN_CELLS = 18

type Shape = Pick<MessageProps, 'message' | 'before' | 'width' | 'me' | 'isPinned' | 'preview'>

/** What a message shows, from which its number of rows follows. */
function contentOf({ message, before, width, me, isPinned, preview }: Shape, { isSpoken, signs }: Look) {
  const service = serviceText(message)
  const isNewDay = before === undefined || dayOf(before.date) !== dayOf(message.date)
  const follows = !isNewDay && before.author.id === message.author.id && serviceText(before) === undefined
  const isCalm = !isPinned && message.edit_date === undefined
  const hasHeading = service === undefined && !(follows && isCalm && message.date - before.date < QUIET_SECONDS)
  const isOwn = message.author.handle === me && service === undefined && !isSpoken
  const room = (isOwn ? Math.ceil(width * OWN_SHARE) : width) - BAR
  const file = fileIn(message)
  const keyboard = message.reply_markup?.inline_keyboard ?? []
  const buttons = keyboard.map((row) =>
    row.map(({ text, url }) => (url === undefined ? text : `${text} ${signs.link}`)),
  )
  const text = textOrCaption(message)
  return {
    service,
    day: isNewDay ? dayOf(message.date) : undefined,
    hasGap: before !== undefined,
    hasHeading,
    isOwn,
    room,
    file,
    preview: preview && preview.width <= room && !isSpoken ? preview.rows : [],
    text: text ? folded(wrap(text, room), signs) : [],
    buttons,
    buttonRows: rowsOfButtons(buttons, room),
  }
}

/** A longer text is folded. Enter shows the whole message. */
const MAX_TEXT_ROWS = 12

function folded(rows: string[], { more }: Signs): string[] {
  const hidden = rows.length - MAX_TEXT_ROWS + 1
  return hidden <= 1 ? rows : [...rows.slice(0, MAX_TEXT_ROWS - 1), `${more} ${hidden} more rows`]
}

export function rowsOfMessage(shape: Shape, look: Look): number {
  const { service, day, hasGap, hasHeading, file, preview, text, buttonRows } = contentOf(shape, look)
  const body =
    service === undefined
      ? Number(hasHeading) +
        Number(shape.message.reply_to_message !== undefined) +
        Number(file !== undefined) +
        preview.length +
        text.length +
        buttonRows
      : 1
  return Number(hasGap) + Number(day !== undefined) + body
}

export const Message = memo((props: MessageProps) => {
  const look = useLook()
  const { message, width, isChosen, isFocused, button, onChoose, onPress } = props
  const { message_id: id } = message
  const { service, day, hasGap, hasHeading, isOwn, room, file, preview, text, buttons } = contentOf(props, look)
  const { separator, quote } = look.signs
  const target = message.reply_to_message
  return (
    <Box flexDirection="column" flexShrink={0} width={width} paddingTop={hasGap && !look.isSpoken ? 1 : 0}>
      {day !== undefined && <Words dimColor>{`  ${day}`}</Words>}
      <Clickable alignSelf={isOwn ? 'flex-end' : 'flex-start'} onClick={() => onChoose(id)}>
        <Selectable isChosen={isChosen} isFocused={isFocused}>
          <Box flexDirection="column" width={isOwn ? undefined : room} minWidth={isOwn ? MIN_OWN_CELLS : undefined}>
            {service !== undefined && <Words dimColor>{`${separator} ${service} ${separator}`}</Words>}
            {service === undefined && hasHeading && <Heading {...props} />}
            {target && (
              <Words
                dimColor
              >{`${quote} ${target.from ? `${target.from.first_name}: ` : ''}${messageExcerpt(target)}`}</Words>
            )}
            {file && <Words bold>{fileLine(file)}</Words>}
            {preview.length > 0 && <Text wrap="truncate">{preview.join('\n')}</Text>}
            {text.length > 0 && <Words isMultiline>{text.join('\n')}</Words>}
            {buttons.length > 0 && (
              <Buttons rows={buttons} width={room} chosen={isChosen ? button : -1} onPress={(at) => onPress(id, at)} />
            )}
          </Box>
        </Selectable>
      </Clickable>
    </Box>
  )
})

function Heading({ message, me, isPinned, isChosen }: MessageProps) {
  const look = useLook()
  const { author, date, edit_date, message_id } = message
  const notes = [
    minuteOf(date),
    ...(edit_date === undefined ? [] : ['edited']),
    ...(isPinned ? [`${look.signs.pin} pinned`] : []),
    ...(isChosen ? [`#${message_id}`] : []),
  ]
  const name = author.handle === me ? 'you' : author.first_name
  return (
    <Parts
      parts={[
        { text: name, bold: true, ...colourOfPerson(look, author.id) },
        dim(author.is_bot ? ' bot' : ''),
        dim(`  ${notes.join(' ')}`),
      ]}
    />
  )
}

function fileLine({ kind, file }: NonNullable<ReturnType<typeof fileIn>>) {
  const size = 'width' in file ? `${file.width}x${file.height} ` : `${file.file_name} `
  return `[${kind}] ${size}${formatSize(file.file_size)}`
}
