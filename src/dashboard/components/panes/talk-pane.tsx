// The middle pane: the open chat as its reader sees it, the newest message at the bottom.

import { Box } from 'ink'
import type { ReactNode } from 'react'
import { fileIn } from '../../../contract/file-in.ts'
import { connectionLines } from '../../inspector/connection-lines.ts'
import { excerpt, serviceText } from '../../state/excerpt.ts'
import { isStarted, type Message } from '../../state/model.ts'
import { openBot, openChatNow } from '../../state/roster.ts'
import type { State } from '../../state/state.ts'
import { clip } from '../../text/cells.ts'
import { dayOf } from '../../text/when.ts'
import { inside, Pane, type Room, viewOf } from '../frame/pane.tsx'
import { signsOf } from '../frame/theme.ts'
import { around, drawnOnce } from '../frame/window.ts'
import { BLANK_ROW, lineRows, paragraph, Row, Words } from '../frame/words.tsx'
import { messageRows } from './message-rows.tsx'
import { halved } from './photo-rows.tsx'

/** Of the messages themselves. */
const spaceOf = (state: State, room: Room): Room => {
  const { width, height } = inside(room, state.look)
  return { width, height: height - pinnedRow(state, width).length }
}

/** How many rows of the message at hand have no room in the pane. */
export function rowsHidden(state: State, room: Room): number {
  const space = spaceOf(state, room)
  const at = state.talk.messages.findIndex((message) => message.message_id === state.talk.selected)
  return at < 0 ? 0 : Math.max(0, blockOf(state, at, space, true, true).length - space.height)
}

export const TalkPane = viewOf(
  ['me', 'open', 'chats', 'bots', 'look', 'filters', 'talk', 'photos', 'places', 'programs', 'url'],
  ({ state, room, isHere }) => {
    const inner = inside(room, state.look)
    const pinned = pinnedRow(state, inner.width)
    const space = spaceOf(state, room)
    const hasMessages = state.talk.messages.length > 0
    const rows = hasMessages ? conversation(state, space, isHere) : emptiness(state, space)
    return (
      <Pane title={titleOf(state)} room={room} isHere={isHere} keyed={hasMessages}>
        {[...pinned, ...rows]}
      </Pane>
    )
  },
)

function titleOf(state: State): string {
  const chat = openChatNow(state)
  const dot = ` ${signsOf(state.look).separator} `
  const search = state.filters.talk ? `${dot}/${state.filters.talk}` : ''
  if (!chat) return (openBot(state)?.first_name ?? state.open ?? 'no chat is open') + search
  const notes =
    chat.kind === 'private' ? ['bot', ...(chat.blocked ? ['blocked'] : [])] : [chat.kind, String(chat.member_count)]
  const { part, selected } = state.talk
  const below = part.of === selected ? part.hidden - part.from : 0
  return (
    [chat.title, ...notes, ...(below > 0 ? [`${below} more ${below === 1 ? 'row' : 'rows'} below`] : [])].join(dot) +
    search
  )
}

function pinnedRow(state: State, room: number): ReactNode[] {
  const id = openChatNow(state)?.pinned_message_id
  const message = state.talk.messages.find((one) => one.message_id === id)
  if (!message) return []
  const { pin, more } = signsOf(state.look)
  return paragraph(clip(`${pin} pinned: ${excerpt(message)}`, room, more), room, 'mark')
}

/** Where a whole picture would leave no room for the words around it. */
const LOW = 24
const QUIET_SECONDS = 180

function conversation(state: State, room: Room, isHere: boolean): ReactNode[] {
  const { messages, selected, part } = state.talk
  const at = selected === null ? -1 : messages.findIndex((message) => message.message_id === selected)
  const from = part.of === selected ? part.from : 0
  const block = (i: number) => blockOf(state, i, room, i === at, isHere)
  const rows = around(messages.length, block, at < 0 ? null : at, room.height, from)
  // Fewer rows than there is room for stand at the bottom, beside the composer.
  const above = state.look.spoken ? 0 : Math.max(0, room.height - rows.length)
  return above > 0 ? [<Box key="above" height={above} flexShrink={0} />, ...rows] : rows
}

const once = drawnOnce<Message, ReactNode>()

function blockOf(state: State, i: number, room: Room, isSelected: boolean, isHere: boolean): readonly ReactNode[] {
  const { look, me, photos, talk } = state
  const { width, height } = room
  const message = talk.messages[i]!
  const before = talk.messages[i - 1]
  const isFirst = before === undefined
  const button = isHere ? talk.button : -1
  const isPinned = openChatNow(state)?.pinned_message_id === message.message_id
  const isNewDay = isFirst || dayOf(before.date) !== dayOf(message.date)
  const follows = !isNewDay && before.author.id === message.author.id && !serviceText(before)
  const isCalm = !isSelected && !isPinned && message.edit_date === undefined
  const withAuthor = !(follows && isCalm && message.date - before.date < QUIET_SECONDS)
  const file = fileIn(message)
  const preview = file?.kind === 'photo' ? (photos[file.unique_id] ?? null) : null
  const isLow = height < LOW
  const photo = preview && isLow ? halved(preview) : preview
  const hasSpace = withAuthor && !isFirst && !look.spoken
  const looks = [width, me, isPinned, isSelected && button, isNewDay, hasSpace, withAuthor, look, photo !== null, isLow]
  return once(message, looks, () => [
    ...(hasSpace ? [<Row key={`before ${message.message_id}`} />] : []),
    ...(isNewDay ? [dayRow(message)] : []),
    ...messageRows({ message, width, look, me, isPinned, isSelected, button, photo, withAuthor }),
  ])
}

const dayRow = ({ date, message_id }: Message) => (
  <Row key={`day ${message_id}`} indent={2}>
    <Words as="dim">{dayOf(date)}</Words>
  </Row>
)

function emptiness(state: State, room: Room): ReactNode[] {
  const bot = openBot(state)
  const chat = openChatNow(state)
  const say = (text: string) => paragraph(text, room.width, 'dim')
  if (state.open === null) return say('Choose a chat on the left, and press Enter.')
  if (bot && !isStarted(chat)) {
    const described = bot.profile?.description
    return [
      ...(described ? [...paragraph(described, room.width), BLANK_ROW] : []),
      ...say(`You have not started ${bot.first_name}. Enter in an empty composer starts it.`),
      ...lineRows(connectionLines(state, bot, room.width)),
    ]
  }
  const place = state.places.find(({ handle }) => handle === state.open)
  if (place && !state.chats.some(({ handle }) => handle === state.open))
    return say(`You are not a member of ${place.title}. m in the messages leads to joining it.`)
  if (state.talk.problem !== null) return say(state.talk.problem)
  if (!state.talk.chat) return say(`Reading ${signsOf(state.look).more}`)
  const next = bot ? 'Write it something.' : 'm in the messages says what can be done here.'
  return say(`Nothing has been said here yet. ${next}`)
}
