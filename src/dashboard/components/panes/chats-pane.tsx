// The left pane: my chats with what is unread, what else there is to open, and whom I could be.

import type { ReactNode } from 'react'
import { excerpt, serviceText } from '../../state/excerpt.ts'
import type { ChatOfMine, Message } from '../../state/model.ts'
import { HEADINGS, type Item, meOf, rosterOf } from '../../state/roster.ts'
import type { State } from '../../state/state.ts'
import { width } from '../../text/cells.ts'
import { inside, Pane, viewOf } from '../frame/pane.tsx'
import { hueOf, signsOf } from '../frame/theme.ts'
import { around } from '../frame/window.ts'
import { BLANK_ROW, paragraph, Row, Words } from '../frame/words.tsx'

const HIGH_ENOUGH_FOR_EXCERPTS = 12

export const ChatsPane = viewOf(
  ['me', 'open', 'chats', 'bots', 'look', 'filters', 'people', 'places', 'chosen'],
  ({ state, room, isHere }) => {
    const { look, chosen, filters } = state
    const items = rosterOf(state)
    const inner = inside(room, look)
    const block = (i: number): ReactNode[] => {
      const item = items[i]!
      const heading = items[i - 1]?.kind === item.kind ? null : HEADINGS[item.kind]
      const rows = [itemRow(state, item, i, inner.width, isHere && i === chosen.chats)]
      if (inner.height >= HIGH_ENOUGH_FOR_EXCERPTS && item.chat?.last_message)
        rows.push(
          <Row indent={3} on={{ chat: i }}>
            <Words as="dim">{lastOf(state, item.chat.last_message, item.chat.kind)}</Words>
          </Row>,
        )
      return heading ? [...(i > 0 ? [BLANK_ROW] : []), ...paragraph(heading, inner.width, 'dim'), ...rows] : rows
    }
    const rows = items.length
      ? around(items.length, block, Math.min(chosen.chats, items.length - 1), inner.height)
      : paragraph(filters.chats ? 'nothing is called so' : 'nobody is here; + makes somebody', inner.width, 'dim')
    const title = `you are ${meOf(state)?.first_name ?? 'nobody'}${filters.chats ? ` /${filters.chats}` : ''}`
    return (
      <Pane title={title} room={room} isHere={isHere}>
        {rows}
      </Pane>
    )
  },
)

/** In a private chat there is only one other: the words are worth more than the name. */
function lastOf({ me }: State, message: Message, kind: ChatOfMine['kind']): string {
  const { author } = message
  if (serviceText(message) !== undefined) return excerpt(message)
  if (author.handle === me) return `you: ${excerpt(message)}`
  return kind === 'private' ? excerpt(message) : `${author.first_name}: ${excerpt(message)}`
}

function itemRow(state: State, item: Item, at: number, room: number, isChosen: boolean): ReactNode {
  const { here } = signsOf(state.look)
  const { kind, handle, title, chat, id } = item
  const isMarked = handle === (kind === 'person' ? state.me : state.open)
  const note = item.note && ` ${item.note}`
  const unread = chat?.unread ? ` (${chat.unread})` : ''
  // What kind it is gives way to its name.
  const isTight = chat !== undefined && 2 + width(title) + width(note + unread) > room
  const right = (
    <>
      {!isTight && <Words as="dim">{note}</Words>}
      <Words as="mark">{unread}</Words>
    </>
  )
  return (
    <Row on={{ chat: at }} chosen={isChosen && room} right={right}>
      <Words as={isMarked ? 'mark' : 'plain'}>{`${isChosen ? '>' : isMarked ? here : ' '} `}</Words>
      <Words as={isMarked ? 'strong' : 'plain'} {...(id !== undefined && { hue: hueOf(id, state.look) })}>
        {title}
      </Words>
    </Row>
  )
}
