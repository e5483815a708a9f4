// The left pane: the played person's chats, other chats, and the people to be.

import { useEmulator, useSignal, useValue } from '../hooks/use-emulator.ts'
import { visibleRoster } from '../screen/chats.ts'
import { FRAME } from '../screen/panes.ts'
import { stepOver } from '../screen/screen.ts'
import { List } from './list.tsx'
import { Pane } from './pane.tsx'
import { Words } from './words.tsx'

export function Chats({ width }: { width: number }) {
  const screen = useEmulator()
  const roster = useValue(visibleRoster)
  const isFocused = useSignal(screen.focus) === 'chats'
  const at = useSignal(screen.chatAt)
  const person = useSignal(screen.person)
  const open = useSignal(screen.open)
  const filter = useValue(({ filters }) => filters.value.chats)
  const title = person ? `you are ${person.first_name}` : 'no one'
  return (
    <Pane title={title} list="chats" width={width} isFocused={isFocused}>
      {roster.length ? (
        <List
          items={roster}
          at={
            isFocused
              ? stepOver(roster, at, 0)
              : roster.findIndex((one) => one.kind !== 'person' && one.handle === open)
          }
          width={width - FRAME.columns}
          isFocused={isFocused}
          onChoose={(i) => roster[i]?.run?.()}
        />
      ) : (
        <Words dimColor isWrapped>
          {filter ? 'No matches.' : 'No people yet. Ctrl-P creates one.'}
        </Words>
      )}
    </Pane>
  )
}
