// What covers the panes: a list of choices.

import { Box } from 'ink'
import { pressKey } from '../commands/index.ts'
import { drawn } from '../hooks/use-emulator.ts'
import { type ClickTarget, MouseContext } from '../hooks/use-mouse.tsx'
import { changeOverlay, choicesIn, overlayOf } from '../screen/screen.ts'
import { wrap } from '../text/cells.ts'
import { type Item, textOfParts } from './item.ts'
import { List } from './list.tsx'
import { Overlay, overlayWidth } from './pane.tsx'
import { TextField } from './text-field.tsx'

export const Overlays = drawn<{ targets: Set<ClickTarget> }>((screen, { targets }) => (
  <MouseContext.Provider value={targets}>{overlayOf(screen, 'choices') && <Choices />}</MouseContext.Provider>
))

const Choices = drawn((screen) => {
  const open = overlayOf(screen, 'choices')
  if (!open) return null
  const { title, input, placeholder } = open
  const { items, at } = choicesIn(screen)
  const width = overlayWidth(screen)
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
})
