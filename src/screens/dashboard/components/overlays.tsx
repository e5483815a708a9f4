// What covers the panes: a list of choices.

import { Box } from 'ink'
import { pressKey } from '../commands/index.ts'
import { useEmulator, useSignal, useValue } from '../hooks/use-emulator.ts'
import { type ClickTarget, MouseContext } from '../hooks/use-mouse.tsx'
import { changeOverlay, choicesIn, type Choices as Open } from '../screen/screen.ts'
import { wrap } from '../text/cells.ts'
import type { Item } from './item.ts'
import { List } from './list.tsx'
import { Overlay, useOverlayWidth } from './pane.tsx'
import { TextField } from './text-field.tsx'
import { textOfParts } from './words.tsx'

export function Overlays({ targets }: { targets: Set<ClickTarget> }) {
  const top = useSignal(useEmulator().overlays).at(-1)
  return (
    <MouseContext.Provider value={targets}>{top?.kind === 'choices' && <Choices open={top} />}</MouseContext.Provider>
  )
}

function Choices({ open }: { open: Open }) {
  const screen = useEmulator()
  const { items, at } = useValue((one) => choicesIn(one))
  const width = useOverlayWidth()
  const { title, input, placeholder } = open
  const rowsOf = ({ isWrapped, parts }: Item) => (isWrapped ? wrap(textOfParts(parts), width - 1).length : 1)
  const rows = Math.max(
    open.rows,
    items.reduce((sum, item) => sum + rowsOf(item), 0),
  )
  return (
    <Overlay title={title} rows={rows + (input ? 2 : 0)}>
      {input && (
        <Box height={2} flexShrink={0}>
          <TextField input={input} width={width} isFocused placeholder={placeholder} />
        </Box>
      )}
      <List
        items={items}
        at={at}
        width={width}
        isFocused
        onChoose={(i) => {
          changeOverlay(screen, { at: i })
          pressKey(screen, { key: 'enter' })
        }}
      />
    </Overlay>
  )
}
