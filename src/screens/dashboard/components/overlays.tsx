// What covers the panes: a list of choices, or a form.

import { Box } from 'ink'
import { pressKey } from '../commands/index.ts'
import { useEmulator, useSignal, useValue } from '../hooks/use-emulator.ts'
import { type ClickTarget, MouseContext } from '../hooks/use-mouse.tsx'
import { changeOverlay, type Choices as Open, overlayOf, stepOver } from '../screen/screen.ts'
import { FormFields } from './form.tsx'
import { List } from './list.tsx'
import { Overlay, useOverlayWidth } from './pane.tsx'
import { TextField } from './text-field.tsx'

export function Overlays({ targets }: { targets: Set<ClickTarget> }) {
  const top = useSignal(useEmulator().overlays).at(-1)
  return (
    <MouseContext.Provider value={targets}>
      {top?.kind === 'choices' && <Choices open={top} />}
      {top?.kind === 'form' && <FormFields form={top} />}
    </MouseContext.Provider>
  )
}

function Choices({ open }: { open: Open }) {
  const screen = useEmulator()
  const items = useValue((one) => {
    const top = overlayOf(one, 'choices')
    return top ? top.items(one, top.input?.text ?? '') : []
  })
  const width = useOverlayWidth()
  const { title, input, placeholder, at, rows } = open
  return (
    <Overlay title={title} rows={rows + (input ? 2 : 0)}>
      {input && (
        <Box height={2} flexShrink={0}>
          <TextField input={input} width={width} isFocused placeholder={placeholder} />
        </Box>
      )}
      <List
        items={items}
        at={stepOver(items, at, 0)}
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
