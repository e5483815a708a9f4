// The left pane: my chats with what is unread, what else there is to open, and whom I could be.

import { excerpt, serviceText } from '../state/excerpt.ts'
import { type ChatOfMine, isBlocked, type Message } from '../state/model.ts'
import { HEADINGS, type Item, meOf, rosterOf, titleOf } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { type Line, lineWidth, restyled, type Span, span, spread } from '../terminal/line.ts'
import { signsOf } from '../terminal/theme.ts'
import { around } from '../terminal/window.ts'
import { framed, inside, type Room } from './frame.ts'

export function chatsPane(state: State, room: Room, isHere: boolean): Line[] {
  const { look, chosen, filters } = state
  const items = rosterOf(state)
  const inner = inside(room, look)
  const withExcerpts = inner.height >= 12
  const block = (i: number): Line[] => {
    const item = items[i]!
    const heading = items[i - 1]?.kind === item.kind ? null : HEADINGS[item.kind]
    const isChosen = isHere && i === chosen.chats
    const row = rowOf(state, item, inner.width, isChosen)
    const lines = [isChosen ? restyled(row, 'chosen') : row]
    if (withExcerpts && item.kind === 'chat' && item.chat.last_message) {
      lines.push([span(`   ${lastOf(state, item.chat.last_message, item.chat.kind)}`, 'dim')])
    }
    return heading ? [...(i > 0 ? [[]] : []), [span(heading, 'dim')], ...lines] : lines
  }
  const lines = items.length
    ? around(items.length, block, Math.min(chosen.chats, items.length - 1), inner.height)
    : [[span(filters.chats ? 'nothing is called so' : 'nobody is here; + makes somebody', 'dim')]]
  const me = meOf(state)
  const title = `you are ${me?.first_name ?? 'nobody'}${filters.chats ? ` /${filters.chats}` : ''}`
  return framed(title, lines, room, look, isHere)
}

/** In a private chat there is only one other: the words are worth more than the name. */
function lastOf({ me }: State, message: Message, kind: ChatOfMine['kind']): string {
  const { author } = message
  if (serviceText(message) !== undefined) return excerpt(message)
  if (author.handle === me) return `you: ${excerpt(message)}`
  return kind === 'private' ? excerpt(message) : `${author.first_name}: ${excerpt(message)}`
}

function rowOf(state: State, item: Item, room: number, isChosen: boolean): Line {
  const signs = signsOf(state.look)
  const isOpen = item.kind !== 'person' && item.handle === state.open
  const isMe = item.kind === 'person' && item.handle === state.me
  const sign = isChosen ? '>' : isOpen || isMe ? signs.here : ' '
  const left: Span[] = [
    span(`${sign} `, isOpen || isMe ? 'mark' : 'plain'),
    span(titleOf(item), isOpen || isMe ? 'strong' : 'plain'),
  ]
  // What kind it is gives way to its name.
  const marks = marksOf(item, isMe)
  const isTight = item.kind === 'chat' && lineWidth(left) + lineWidth(marks) > room
  return spread(left, isTight ? marks.slice(1) : marks, room, signs.more)
}

function marksOf(item: Item, isMe: boolean): Line {
  if (item.kind === 'person') return isMe ? [span(' you', 'dim')] : []
  if (item.kind === 'bot') return [span(' start', 'dim')]
  if (item.kind === 'place') return [span(` ${item.place.kind}`, 'dim')]
  const { kind, unread } = item.chat
  const what = isBlocked(item.chat) ? ' blocked' : kind === 'private' ? '' : ` ${kind}`
  return [span(what, 'dim'), ...(unread > 0 ? [span(` (${unread})`, 'mark')] : [])]
}
