// The middle pane: the conversation as the person I am sees it.

import { excerpt, serviceText } from '../state/excerpt.ts'
import { fileOf, isStarted, type Message } from '../state/model.ts'
import { openBot, openChatNow } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { type Line, span } from '../terminal/line.ts'
import { clip, wrap } from '../terminal/text.ts'
import { signsOf } from '../terminal/theme.ts'
import { around } from '../terminal/window.ts'
import { connectionLines } from './connection.ts'
import { framed, inside, type Room } from './frame.ts'
import { doing } from './header.ts'
import { messageLines } from './message.ts'
import { halved } from './photo.ts'
import { dayOf } from './when.ts'

export function talkPane(state: State, room: Room, isHere: boolean): Line[] {
  const inner = inside(room, state.look)
  const pinned = pinnedLine(state, inner.width)
  const space = { ...inner, height: inner.height - pinned.length }
  const lines = state.talk.messages.length ? conversation(state, space, isHere) : emptiness(state, space)
  return framed(titleOf(state), [...pinned, ...lines], room, state.look, isHere)
}

function titleOf(state: State): string {
  const chat = openChatNow(state)
  const dot = ` ${signsOf(state.look).separator} `
  const search = state.filters.talk ? `${dot}/${state.filters.talk}` : ''
  if (!chat) return (openBot(state)?.first_name ?? state.open ?? 'no chat is open') + search
  const notes =
    chat.kind === 'private' ? ['bot', ...(chat.blocked ? ['blocked'] : [])] : [chat.kind, String(chat.member_count)]
  return [chat.title, ...notes].join(dot) + search
}

function pinnedLine(state: State, room: number): Line[] {
  const id = openChatNow(state)?.pinned_message_id
  const message = state.talk.messages.find((one) => one.message_id === id)
  if (!message) return []
  const { pin, more } = signsOf(state.look)
  return [[span(clip(`${pin} pinned: ${excerpt(message)}`, room, more), 'mark')]]
}

/** Where a whole picture would leave no room for the words around it. */
const LOW = 24
const QUIET_SECONDS = 180

function conversation(state: State, room: Room, isHere: boolean): Line[] {
  const { messages, selected } = state.talk
  const at = isHere ? messages.findIndex((message) => message.message_id === selected) : -1
  const blocks = (i: number): readonly Line[] => blockOf(state, i, room, i === at)
  const lines = around(messages.length, blocks, at < 0 ? null : at, room.height)
  // Fewer lines than there is room for stand at the bottom, beside the composer.
  return state.look.spoken ? lines : [...Array<Line>(Math.max(0, room.height - lines.length)).fill([]), ...lines]
}

interface Drawn {
  key: string
  lines: readonly Line[]
}

const drawn = new WeakMap<Message, Drawn>()

/** A message that has not changed is not drawn again. */
function blockOf(state: State, i: number, { width, height }: Room, isSelected: boolean): readonly Line[] {
  const { messages, button } = state.talk
  const message = messages[i]!
  const before = messages[i - 1]
  const isPinned = openChatNow(state)?.pinned_message_id === message.message_id
  const isNewDay = before !== undefined && dayOf(before.date) !== dayOf(message.date)
  const follows = before && !isNewDay && before.author.id === message.author.id && !serviceText(before)
  const withAuthor = !(
    follows &&
    message.date - before.date < QUIET_SECONDS &&
    !isSelected &&
    !isPinned &&
    message.edit_date === undefined
  )
  const file = fileOf(message)
  const preview = file?.kind === 'photo' ? (state.photos[file.file.file_unique_id] ?? null) : null
  const isLow = height < LOW
  const photo = preview && isLow ? halved(preview) : preview
  const { look, me } = state
  const key = [
    width,
    me,
    isPinned,
    isSelected && button,
    isNewDay,
    withAuthor,
    look.ascii,
    look.colours,
    look.spoken,
    photo !== null,
    isLow,
  ].join()
  const known = drawn.get(message)
  if (known?.key === key) return known.lines
  const lines = messageLines({ message, width, look, me, isPinned, isSelected, button, photo, withAuthor })
  const rule: Line[] = isNewDay || before === undefined ? [[span(`  ${dayOf(message.date)}`, 'dim')]] : []
  const space: Line[] = withAuthor && before !== undefined && !look.spoken ? [[]] : []
  const all = [...space, ...rule, ...lines]
  drawn.set(message, { key, lines: all })
  return all
}

function emptiness(state: State, room: Room): Line[] {
  const bot = openBot(state)
  const chat = openChatNow(state)
  const say = (text: string): Line[] => wrap(text, room.width).map((one): Line => [span(one, 'dim')])
  if (state.open === null) return say('Choose a chat on the left, and press Enter.')
  if (bot && !isStarted(chat)) {
    const described = bot.profile?.description
    return [
      ...(described ? [...wrap(described, room.width).map((one): Line => [span(one)]), []] : []),
      ...say(`You have not started ${bot.first_name}. Enter in an empty composer starts it.`),
      ...(doing(state, bot) === 'silent' ? [[], ...connectionLines(state, bot, room.width)] : []),
    ]
  }
  if (state.talk.problem !== null) return say(state.talk.problem)
  if (!state.talk.chat) return say('Reading …')
  const next = bot ? 'Write it something.' : 'm in the messages says what can be done here.'
  return say(`Nothing has been said here yet. ${next}`)
}
