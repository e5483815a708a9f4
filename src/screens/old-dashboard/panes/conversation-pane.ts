// The middle pane: the open chat, with the newest message at the bottom.

import { excerpt, fileIn } from '../../../control/describe/message.ts'
import { focusedPane } from '../state/layout.ts'
import { entryAction, openBot, openChat, playedPerson } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { truncate } from '../text/cells.ts'
import { BLANK, type Line, textLines } from '../text/line.ts'
import { signsOf } from '../text/style.ts'
import { firstSteps, isCommandDrawn } from '../traffic/program.ts'
import { type PaneView, type Room, rowsAround } from './lists.ts'
import { messageLines } from './message-lines.ts'

export function conversationPane(state: State, room: Room, isFocused: boolean): PaneView {
  const head = headLines(state, room.width)
  const space = spaceOf(state, room)
  const hidden = hiddenRowCount(state, room)
  const from = firstVisibleRow(state, hidden)
  const lines =
    state.conversation.messages.length > 0 ? conversation(state, space, isFocused, from) : emptyLines(state, space)
  return { title: titleOf(state, hidden - from), lines: [...head, ...lines] }
}

const spaceOf = (state: State, { width, height }: Room): Room => ({
  width,
  height: height - headLines(state, width).length,
})

const selectedAt = ({ conversation }: State) =>
  conversation.selected === null
    ? -1
    : conversation.messages.findIndex((message) => message.message_id === conversation.selected)

export function hiddenRowCount(state: State, room: Room): number {
  const space = spaceOf(state, room)
  const at = selectedAt(state)
  return at < 0 ? 0 : Math.max(0, blockOf(state, at, space, true, true).length - space.height)
}

export const firstVisibleRow = ({ conversation: { scroll, selected } }: State, hidden: number) =>
  scroll.messageId === selected ? Math.min(scroll.firstRow, hidden) : 0

function titleOf(state: State, below: number): string {
  const chat = openChat(state)
  const dot = ` ${signsOf(state.look).separator} `
  const search = state.filters.conversation ? `${dot}/${state.filters.conversation}` : ''
  const person = state.side ? `${playedPerson(state)?.first_name} ${signsOf(state.look).close} ` : ''
  if (!chat) return person + (openBot(state)?.first_name ?? state.open ?? 'no chat is open') + search
  const notes =
    chat.kind === 'private' ? ['bot', ...(chat.blocked ? ['blocked'] : [])] : [chat.kind, String(chat.member_count)]
  const more = below > 0 ? [`${below} more ${below === 1 ? 'row' : 'rows'} below`] : []
  return person + [chat.title, ...notes, ...more].join(dot) + search
}

const headLines = (state: State, room: number): Line[] => [...pinnedLine(state, room), ...stepLines(state, room)]

function stepLines(state: State, room: number): Line[] {
  const steps = firstSteps(state)
  if (!steps) return []
  const { bot, isConnected, isStarted } = steps
  const { done, todo } = signsOf(state.look)
  const step = (isDone: boolean, text: string, isNext = !isDone) =>
    textLines(`${isDone ? done : todo} ${text}`, room, isDone ? 'good' : isNext ? 'strong' : 'dim')
  const description = isStarted ? undefined : bot.profile?.description
  return [
    ...(description ? [...textLines(description, room), BLANK] : []),
    ...step(
      isConnected,
      isConnected
        ? `${bot.first_name} is connected`
        : `Start your bot: y copies ${isCommandDrawn(state) ? 'the line below' : 'its command'}`,
    ),
    ...step(isStarted, isStarted ? 'The chat has been started' : `${pressEnter(state)} to start ${bot.first_name}`),
    ...step(false, "Wait for the bot's first answer", isConnected && isStarted),
  ]
}

/** Names the keys that start or join the chat. Outside the composer and the messages, i must be pressed first. */
const pressEnter = (state: State) => (focusedPane(state) === 'conversation' ? 'Press Enter' : 'Press i, then Enter,')

function pinnedLine(state: State, room: number): Line[] {
  const id = openChat(state)?.pinned_message_id
  const message = state.conversation.messages.find((one) => one.message_id === id)
  if (!message) return []
  const { pin, more } = signsOf(state.look)
  return textLines(truncate(`${pin} pinned: ${excerpt(message)}`, room, more), room, 'strong')
}

const LOW = 24

function conversation(state: State, room: Room, isFocused: boolean, from: number): readonly Line[] {
  const at = selectedAt(state)
  const block = (i: number) => blockOf(state, i, room, i === at, isFocused)
  const { messages, unseen } = state.conversation
  let rows = 0
  for (let i = messages.length - 1; i >= at && at >= 0 && rows <= room.height; i--) rows += block(i).length
  // If the selected message and all messages below it fit in the pane, the pane shows the end of the conversation.
  const chosen = at < 0 || rows <= room.height ? null : at
  const notice =
    chosen === null || unseen === 0 ? [] : textLines(`${unseen} new below; End shows them`, room.width, 'warn')
  const around = rowsAround(messages.length, block, chosen, room.height - notice.length, from)
  const lines = [...around, ...notice]
  // Blank lines above a short conversation move it to the bottom of the pane, next to the composer.
  const above = state.look.isSpoken ? 0 : Math.max(0, room.height - lines.length)
  return [...Array<Line>(above).fill(BLANK), ...lines]
}

function blockOf(state: State, i: number, room: Room, isSelected: boolean, isFocused: boolean): readonly Line[] {
  const { look, me, photos, conversation } = state
  const message = conversation.messages[i]!
  const file = fileIn(message)
  return messageLines({
    message,
    before: conversation.messages[i - 1],
    room: room.width,
    look,
    me,
    isPinned: openChat(state)?.pinned_message_id === message.message_id,
    isSelected,
    button: isSelected && isFocused ? conversation.button : -1,
    photo: file?.kind === 'photo' ? (photos[file.unique_id] ?? null) : null,
    isLow: room.height < LOW,
  })
}

function emptyLines(state: State, room: Room): Line[] {
  const say = (text: string) => textLines(text, room.width, 'dim')
  if (state.open === null) return say('Choose a chat on the left, and press Enter.')
  if (firstSteps(state)) return []
  const entry = entryAction(state)
  const title = state.sharedChats.find(({ handle }) => handle === state.open)?.title
  if (entry) return say(`You are not a member of ${title}. ${pressEnter(state)} to join.`)
  if (state.conversation.problem !== null) return say(state.conversation.problem)
  if (!state.conversation.chat) return say(`Loading ${signsOf(state.look).more}`)
  return say(
    `No messages yet. ${state.focus === 'compose' ? 'Write the first message.' : 'Press i to write, m for actions.'}`,
  )
}
