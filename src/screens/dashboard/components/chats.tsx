// The left pane: the played person's chats, other chats, and the people to be.

import { messageExcerpt, serviceText } from '../../../control/describe/message.ts'
import { useEmulator, useSignal, useValue } from '../hooks/use-emulator.ts'
import { colourOfPerson, useLook } from '../look.ts'
import { openItem, visibleRoster } from '../screen/chats.ts'
import { stepOver } from '../screen/screen.ts'
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
  const items = roster.map((item) => itemOf(item, { open, me, isHigh, look }))
  const none: Item = {
    id: 'none',
    parts: [filter ? 'No matches.' : 'No people yet. Ctrl-P creates one.'],
    isWrapped: true,
  }
  const isOpen = (item: (typeof roster)[number]) => !item.isHeading && item.kind !== 'person' && item.handle === open
  return (
    <Pane title={title} list="chats" width={width} isFocused={isFocused}>
      <List
        items={items.length ? items : [none]}
        at={isFocused ? stepOver(roster, at, 0) : roster.findIndex(isOpen)}
        width={width - FRAME.columns}
        isFocused={isFocused}
        onChoose={(i) => {
          const item = roster[i]
          if (item && !item.isHeading) openItem(screen, item)
        }}
      />
    </Pane>
  )
}

interface Context {
  open: string | null
  me: string | null
  isHigh: boolean
  look: ReturnType<typeof useLook>
}

function itemOf(item: ReturnType<typeof visibleRoster>[number], { open, me, isHigh, look }: Context): Item {
  if (item.isHeading) return { id: `heading ${item.title}`, parts: [dim(item.title)], isHeading: true }
  const { kind, handle, title, note, chat, id } = item
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
