// What covers the panes: a list of choices.

import { Box } from 'ink'
import { pressKey } from '../commands/index.ts'
import { drawn } from '../hooks/use-emulator.ts'
import { type ClickTarget, MouseContext } from '../hooks/use-mouse.tsx'
import { type Item, textOfParts } from '../screen/items.ts'
import { FRAME } from '../screen/panes.ts'
import { changeOverlay, choicesIn, overlayOf } from '../screen/screen.ts'
import { wrap } from '../text/cells.ts'
import { List } from './list.tsx'
import { Pane } from './pane.tsx'
import { TextField } from './text-field.tsx'

export const Overlays = ({ targets }: { targets: Set<ClickTarget> }) => (
  <MouseContext.Provider value={targets}>
    <Choices />
  </MouseContext.Provider>
)

const MAX_WIDTH = 90

/** A list above the panes, as high as its rows if the screen allows it. */
const Choices = drawn((screen) => {
  const open = overlayOf(screen, 'choices')
  if (!open) return null
  const { title, input, placeholder } = open
  const { items, at } = choicesIn(screen)
  const { columns, rows } = screen.size.value
  const width = Math.min(MAX_WIDTH, columns - 2)
  const inside = width - FRAME.columns
  const rowsOf = ({ isWrapped, parts }: Item) => (isWrapped ? wrap(textOfParts(parts), inside - 1).length : 1)
  const listed = items.reduce((sum, item) => sum + rowsOf(item), 0)
  const height = Math.min(rows - 2, Math.max(open.rows, listed) + (input ? 2 : 0) + FRAME.rows)
  const pane = (
    <Pane title={title} width={width} height={height} isFocused>
      {input && (
        <Box height={2} flexShrink={0}>
          <TextField input={input} width={inside} isFocused placeholder={placeholder} />
        </Box>
      )}
      <List
        items={items}
        at={at}
        width={inside}
        isFocused
        onChoose={(i) => {
          changeOverlay(screen, { at: i })
          pressKey(screen, { key: 'enter' })
        }}
      />
    </Pane>
  )
  if (screen.look.isSpoken) return pane
  return (
    <Box position="absolute" width={columns} height={rows} alignItems="center" justifyContent="center">
      {pane}
    </Box>
  )
})
