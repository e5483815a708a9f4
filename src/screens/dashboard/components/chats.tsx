// The left pane: the played person's chats, other chats, and the people to be.

import { drawn } from '../hooks/use-emulator.ts'
import { visibleRoster } from '../screen/chats.ts'
import { FRAME } from '../screen/panes.ts'
import { List } from './list.tsx'
import { Pane } from './pane.tsx'
import { Paragraph } from './words.tsx'

export const Chats = drawn<{ width: number }>((screen, { width }) => {
  const { focus, person, open, filters } = screen
  const { items, at } = visibleRoster(screen)
  const isFocused = focus.value === 'chats'
  const openAt = () => items.findIndex((one) => one.kind !== 'person' && one.handle === open.value)
  const title = person.value ? `you are ${person.value.first_name}` : 'no one'
  return (
    <Pane title={title} list="chats" width={width} isFocused={isFocused}>
      {items.length ? (
        <List
          items={items}
          at={isFocused ? at : openAt()}
          width={width - FRAME.columns}
          isFocused={isFocused}
          onChoose={(i) => items[i]?.run?.()}
        />
      ) : (
        <Paragraph dimColor>{filters.value.chats ? 'No matches.' : 'No people yet. Ctrl-P creates one.'}</Paragraph>
      )}
    </Pane>
  )
})
