// The inspector: one of its views as a list.

import { move } from '../commands/lists.ts'
import { useEmulator, useSignal, useValue } from '../hooks/use-emulator.ts'
import { inspectorItems, viewTitle } from '../inspector/items.ts'
import { FRAME } from '../screen/panes.ts'
import { setInspector } from '../screen/screen.ts'
import { List } from './list.tsx'
import { Pane } from './pane.tsx'

export function Inspector({ width }: { width: number }) {
  const screen = useEmulator()
  const items = useValue(inspectorItems)
  const title = useValue(viewTitle)
  const { at } = useSignal(screen.inspector)
  const isFocused = useSignal(screen.focus) === 'inspector'
  return (
    <Pane title={title} list="inspector" width={width} isFocused={isFocused}>
      <List
        items={items}
        at={isFocused ? Math.min(at, items.length - 1) : 0}
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
}
