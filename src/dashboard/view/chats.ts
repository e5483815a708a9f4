// The left pane: my chats with what is unread, what else there is to open, and whom I could be.

import { type Line, restyled, type Span, span, spread } from '../line.ts'
import { HEADINGS, type Item, meOf, rosterOf, titleOf } from '../roster.ts'
import type { State } from '../state.ts'
import { signsOf } from '../theme.ts'
import { around } from '../window.ts'
import { framed, inside, type Room } from './frame.ts'
import { excerpt } from './message.ts'

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
      const from = item.chat.last_message
      lines.push([span(`   ${from.author.first_name}: ${excerpt(from)}`, 'dim')])
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

function rowOf(state: State, item: Item, room: number, isChosen: boolean): Line {
  const signs = signsOf(state.look)
  const isOpen = item.kind !== 'person' && item.handle === state.open
  const isMe = item.kind === 'person' && item.handle === state.me
  const sign = isChosen ? '>' : isOpen || isMe ? signs.here : ' '
  const left: Span[] = [
    span(`${sign} `, isOpen || isMe ? 'mark' : 'plain'),
    span(titleOf(item), isOpen || isMe ? 'strong' : 'plain'),
  ]
  return spread(left, marksOf(item, isMe), room, signs.more)
}

function marksOf(item: Item, isMe: boolean): Line {
  if (item.kind === 'person') return isMe ? [span(' you', 'dim')] : []
  if (item.kind === 'bot') return [span(' start', 'dim')]
  if (item.kind === 'place') return [span(` ${item.place.kind}`, 'dim')]
  const { kind, unread, blocked } = item.chat
  const what = blocked ? ' blocked' : kind === 'private' ? '' : ` ${kind}`
  return [span(what, 'dim'), ...(unread > 0 ? [span(` (${unread})`, 'mark')] : [])]
}
