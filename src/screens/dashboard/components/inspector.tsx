// The inspector: one of its views as a list.

import { move } from '../commands/lists.ts'
import { drawn } from '../hooks/use-emulator.ts'
import { inspectorItems, viewTitle } from '../inspector/views.ts'
import { FRAME } from '../screen/panes.ts'
import { setInspector } from '../screen/screen.ts'
import { List } from './list.tsx'
import { Pane } from './pane.tsx'

export const Inspector = drawn<{ width: number }>((screen, { width }) => {
  const { items, at } = inspectorItems(screen)
  const isFocused = screen.focus.value === 'inspector'
  return (
    <Pane title={viewTitle(screen)} list="inspector" width={width} isFocused={isFocused}>
      <List
        items={items}
        at={isFocused ? at : 0}
        width={width - FRAME.columns}
        isFocused={isFocused}
        onWheel={(by) => move(screen, by, 'inspector')}
        onChoose={(i) => {
          screen.focus.value = 'inspector'
          setInspector(screen, { at: i })
          items[i]?.run?.()
        }}
      />
    </Pane>
  )
})
