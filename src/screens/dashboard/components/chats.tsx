// The left pane: the played person's chats, other chats, and the people to be.

import { messageExcerpt, serviceText } from '../../../control/describe/message.ts'
import { useEmulator, useSignal, useValue } from '../hooks/use-emulator.ts'
import { colourOfPerson, useLook } from '../look.ts'
import { HEADINGS, openItem, type RosterItem, visibleRoster } from '../screen/chats.ts'
import type { Screen } from '../screen/screen.ts'
import type { Item } from './item.ts'
import { List } from './list.tsx'
import { FRAME, Pane } from './pane.tsx'
import { dim, type Part } from './words.tsx'

/** The last messages are shown only on a screen with at least this many rows. */
const LOW = 16

export function Chats({ width }: { width: number }) {
  const screen = useEmulator()
  const look = useLook()
  const isHigh = useSignal(screen.size).rows >= LOW
  const roster = useValue(visibleRoster)
  const isFocused = useSignal(screen.focus) === 'chats'
  const at = useSignal(screen.chatAt)
  const person = useSignal(screen.person)
  const open = useSignal(screen.open)
  const me = useSignal(screen.me)
  const filter = useValue(({ filters }) => filters.value.chats)
  const title = person ? `you are ${person.first_name}` : 'no one'
  // Headings are items too, so an index of the roster is not an index of the list.
  const rows = roster.flatMap((item, index): { item: Item; index: number }[] => {
    const heading = roster[index - 1]?.kind === item.kind ? null : HEADINGS[item.kind]
    const own = { item: itemOf(item, { open, me, isHigh, look }), index }
    return heading
      ? [{ item: { id: `heading ${heading}`, parts: [dim(heading)], isHeading: true }, index: -1 }, own]
      : [own]
  })
  const chosen = rows.findIndex(({ index }) => index === Math.min(at, roster.length - 1))
  const none: Item = {
    id: 'none',
    parts: [filter ? 'No matches.' : 'No people yet. Ctrl-P creates one.'],
    isWrapped: true,
  }
  return (
    <Pane title={title} list="chats" width={width} isFocused={isFocused}>
      <List
        items={rows.length ? rows.map(({ item }) => item) : [none]}
        at={isFocused ? chosen : chosenWithoutFocus(rows, roster, screen)}
        width={width - FRAME.columns}
        isFocused={isFocused}
        onChoose={(i) => {
          const item = roster[rows[i]?.index ?? -1]
          if (item) openItem(screen, item)
        }}
      />
    </Pane>
  )
}

const chosenWithoutFocus = (rows: readonly { index: number }[], roster: readonly RosterItem[], { open }: Screen) =>
  rows.findIndex(({ index }) => index >= 0 && roster[index]?.kind !== 'person' && roster[index]?.handle === open.peek())

interface Context {
  open: string | null
  me: string | null
  isHigh: boolean
  look: ReturnType<typeof useLook>
}

function itemOf({ kind, handle, title, note, chat, id }: RosterItem, { open, me, isHigh, look }: Context): Item {
  const isHere = handle === (kind === 'person' ? me : open)
  const unread = chat?.unread ? [{ text: ` (${chat.unread})`, tone: 'warn', bold: true } as const] : []
  const last = isHigh ? chat?.last_message : undefined
  const name: Part = { text: title, bold: isHere, ...(id !== undefined && colourOfPerson(look, id)) }
  return {
    id: `${kind} ${handle}`,
    parts: [name],
    right: [dim(note), ...unread],
    ...(last && { below: [dim(wordsOf(last, me, chat?.kind))], isShort: true }),
  }
}

/** A private chat has only one other author, whose name is left out. */
function wordsOf(
  message: Parameters<typeof messageExcerpt>[0] & { author: { handle: string; first_name: string } },
  me: string | null,
  kind: string | undefined,
) {
  const { author } = message
  const words = messageExcerpt(message)
  if (serviceText(message) !== undefined) return words
  if (author.handle === me) return `you: ${words}`
  return kind === 'private' ? words : `${author.first_name}: ${words}`
}
