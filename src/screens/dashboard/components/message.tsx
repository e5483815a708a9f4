// One message: author and time, quote, file, preview, text, buttons.

import { Box, Text } from 'ink'
import type { MessageView } from '../../../control/contract/messages.ts'
import { fileIn, messageExcerpt, serviceText, textOrCaption } from '../../../control/describe/message.ts'
import { formatSize } from '../../../lib/safe-text.ts'
import { dayOf, minuteOf } from '../../../lib/time-text.ts'
import { pressButton } from '../commands/messages.ts'
import { drawn, useEmulator } from '../hooks/use-emulator.ts'
import { Clickable } from '../hooks/use-mouse.tsx'
import { colourOfPerson } from '../look.ts'
import { dim } from '../screen/items.ts'
import { chooseMessage } from '../screen/panes.ts'
import { wrap } from '../text/cells.ts'
import { Buttons } from './buttons.tsx'
import { folded, Selectable } from './list.tsx'
import { Parts, Words } from './words.tsx'

interface MessageProps {
  message: MessageView
  before: MessageView | undefined
  width: number
  isChosen: boolean
}

/** The time after which a message of the same author shows the author again. */
const QUIET_SECONDS = 180
const OWN_SHARE = 0.75
const BAR = 1
/** Keeps the text of a short message in place when it is chosen, because a chosen message shows its id. */
const MIN_OWN_CELLS = 18

/** Pictures are previewed only on a screen with at least this many rows. */
const LOW = 20

/** A longer text is folded. Enter shows the whole message. */
const MAX_TEXT_ROWS = 12

export const Message = drawn<MessageProps>((screen, { message, before, width, isChosen }) => {
  const { look, chat, size, previews, buttonAt } = screen
  const me = screen.me.value
  const isPinned = chat.value?.pinned_message_id === message.message_id
  const { separator, quote, link } = look.signs
  const { message_id: id, reply_to_message: target } = message
  const service = serviceText(message)
  const isNewDay = before === undefined || dayOf(before.date) !== dayOf(message.date)
  const follows = !isNewDay && before.author.id === message.author.id && serviceText(before) === undefined
  const isCalm = !isPinned && message.edit_date === undefined && message.date - (before?.date ?? 0) < QUIET_SECONDS
  const isOwn = message.author.handle === me && service === undefined && !look.isSpoken
  const room = (isOwn ? Math.ceil(width * OWN_SHARE) : width) - BAR
  const file = fileIn(message)
  const preview = file?.kind === 'photo' && size.value.rows >= LOW && previews.value[file.unique_id]
  const text = service === undefined ? textOrCaption(message) : undefined
  const buttons = (message.reply_markup?.inline_keyboard ?? []).map((row) =>
    row.map(({ text, url }) => (url === undefined ? text : `${text} ${link}`)),
  )
  return (
    <Box flexDirection="column" flexShrink={0} width={width} paddingTop={before && !look.isSpoken ? 1 : 0}>
      {isNewDay && <Words dimColor>{`  ${dayOf(message.date)}`}</Words>}
      <Clickable alignSelf={isOwn ? 'flex-end' : 'flex-start'} onClick={() => chooseMessage(screen, id)}>
        <Selectable isChosen={isChosen} isFocused>
          <Box flexDirection="column" width={isOwn ? undefined : room} minWidth={isOwn ? MIN_OWN_CELLS : undefined}>
            {service !== undefined && <Words dimColor>{`${separator} ${service} ${separator}`}</Words>}
            {service === undefined && !(follows && isCalm) && <Heading {...{ message, me, isPinned, isChosen }} />}
            {target && (
              <Words
                dimColor
              >{`${quote} ${target.from ? `${target.from.first_name}: ` : ''}${messageExcerpt(target)}`}</Words>
            )}
            {file && <Words bold>{fileLine(file)}</Words>}
            {preview && <Text wrap="truncate">{preview}</Text>}
            {text && <Words isMultiline>{folded(wrap(text, room), MAX_TEXT_ROWS, look.signs).join('\n')}</Words>}
            {buttons.length > 0 && (
              <Buttons
                rows={buttons}
                width={room}
                chosen={isChosen ? buttonAt.value : -1}
                onPress={(at) => pressButton(screen, message, at)}
              />
            )}
          </Box>
        </Selectable>
      </Clickable>
    </Box>
  )
})

interface HeadingProps extends Pick<MessageProps, 'message' | 'isChosen'> {
  me: string | null
  isPinned: boolean
}

function Heading({ message, me, isPinned, isChosen }: HeadingProps) {
  const { look } = useEmulator()
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
