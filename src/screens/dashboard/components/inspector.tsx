// The inspector: one of its views as a list.

import { moveInspector } from '../commands/lists.ts'
import { useEmulator, useSignal, useValue } from '../hooks/use-emulator.ts'
import { Clickable } from '../hooks/use-mouse.tsx'
import { inspectorItems, VIEWS } from '../inspector/items.ts'
import { setInspector } from '../screen/screen.ts'
import { List } from './list.tsx'
import { FRAME, Pane } from './pane.tsx'

export function Inspector({ width, height }: { width: number; height: number }) {
  const screen = useEmulator()
  const items = useValue(inspectorItems)
  const title = useValue((one) => VIEWS[one.inspector.value.view].title(one))
  const { at } = useSignal(screen.inspector)
  const isFocused = useSignal(screen.focus) === 'inspector'
  return (
    <Pane title={title} width={width} height={height} isFocused={isFocused}>
      <Clickable onWheel={(by) => moveInspector(screen, by)}>
        <List
          items={items}
          at={isFocused ? Math.min(at, items.length - 1) : 0}
          width={width - FRAME.columns}
          height={height - FRAME.rows}
          isFocused={isFocused}
          onChoose={(i) => {
            screen.focus.value = 'inspector'
            setInspector(screen, { at: i })
            items[i]?.run?.()
          }}
        />
      </Clickable>
    </Pane>
  )
}
