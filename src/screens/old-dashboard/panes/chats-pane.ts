// The left pane: the played person's chats, other chats to open, and people to play.

import { excerpt, serviceText } from '../../../control/describe/message.ts'
import type { Message, PersonChat } from '../state/model.ts'
import { HEADINGS, playedPerson, type RosterItem, rosterOf } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { width } from '../text/cells.ts'
import { BLANK, type Line, textLines } from '../text/line.ts'
import { personColour, signsOf } from '../text/style.ts'
import { type PaneView, type Room, rowsAround } from './lists.ts'

const HIGH_ENOUGH_FOR_EXCERPTS = 12

export function chatsPane(state: State, room: Room, isFocused: boolean): PaneView {
  const { selection, filters } = state
  const items = rosterOf(state)
  const block = (i: number): Line[] => {
    const item = items[i]!
    const last = room.height >= HIGH_ENOUGH_FOR_EXCERPTS ? item.chat?.last_message : undefined
    const words = item.chat && last ? wordsOf(state, last, item.chat.kind) : ''
    const heading = items[i - 1]?.kind === item.kind ? null : HEADINGS[item.kind]
    return [
      ...(heading && i > 0 ? [BLANK] : []),
      ...(heading ? textLines(heading, room.width, 'dim') : []),
      itemLine(state, item, i, room.width, isFocused && i === selection.chats),
      ...(last ? [{ pieces: [[words, 'dim'] as const], indent: 3, target: { chat: i } }] : []),
    ]
  }
  const lines = items.length
    ? rowsAround(items.length, block, Math.min(selection.chats, items.length - 1), room.height)
    : textLines(filters.chats ? 'No matches.' : 'No people yet. Press + to create one.', room.width, 'dim')
  const title = `you are ${playedPerson(state)?.first_name ?? 'no one'}${filters.chats ? ` /${filters.chats}` : ''}`
  return { title, lines }
}

/** A private chat has only one other author, whose name is left out. */
function wordsOf({ me }: State, message: Message, kind: PersonChat['kind']): string {
  const { author } = message
  if (serviceText(message) !== undefined) return excerpt(message)
  if (author.handle === me) return `you: ${excerpt(message)}`
  return kind === 'private' ? excerpt(message) : `${author.first_name}: ${excerpt(message)}`
}

function itemLine(state: State, item: RosterItem, at: number, room: number, isChosen: boolean): Line {
  const { here } = signsOf(state.look)
  const { kind, handle, title, chat, id } = item
  const isMarked = handle === (kind === 'person' ? state.me : state.open)
  const note = item.note && ` ${item.note}`
  const unread = chat?.unread ? ` (${chat.unread})` : ''
  // A line that is too narrow leaves out `note`, for example the kind of the chat.
  const isTight = chat !== undefined && 2 + width(title) + width(note + unread) > room
  return {
    pieces: [
      [`${isChosen ? '>' : isMarked ? here : ' '} `, isMarked ? 'mark' : 'plain'],
      [title, isMarked ? 'strong' : 'plain', id === undefined ? {} : { colour: personColour(id, state.look) }],
    ],
    right: [
      [isTight ? '' : note, 'dim'],
      [unread, 'warn'],
    ],
    target: { chat: at },
    isChosen,
  }
}
