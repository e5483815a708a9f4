// The left pane: the played person's chats, other chats, and the people to be.

import { drawn } from '../hooks/use-emulator.ts'
import { visibleRoster } from '../screen/chats.ts'
import { FRAME } from '../screen/panes.ts'
import { stepOver } from '../screen/screen.ts'
import { List } from './list.tsx'
import { Pane } from './pane.tsx'
import { Paragraph } from './words.tsx'

export const Chats = drawn<{ width: number }>((screen, { width }) => {
  const { focus, chatAt, person, open, filters } = screen
  const roster = visibleRoster(screen)
  const isFocused = focus.value === 'chats'
  const openAt = () => roster.findIndex((one) => one.kind !== 'person' && one.handle === open.value)
  const title = person.value ? `you are ${person.value.first_name}` : 'no one'
  return (
    <Pane title={title} list="chats" width={width} isFocused={isFocused}>
      {roster.length ? (
        <List
          items={roster}
          at={isFocused ? stepOver(roster, chatAt.value, 0) : openAt()}
          width={width - FRAME.columns}
          isFocused={isFocused}
          onChoose={(i) => roster[i]?.run?.()}
        />
      ) : (
        <Paragraph dimColor>{filters.value.chats ? 'No matches.' : 'No people yet. Ctrl-P creates one.'}</Paragraph>
      )}
    </Pane>
  )
})
