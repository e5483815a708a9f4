// What covers the panes: palette, menu, help, clock, form, file name, picture.

import { Box, Text } from 'ink'
import { type ReactNode, useEffect } from 'react'
import { dayOf, secondOf } from '../../../lib/time-text.ts'
import { itemsOf, pressKey } from '../commands/index.ts'
import { useEmulator, useSignal, useValue } from '../hooks/use-emulator.ts'
import { type ClickTarget, MouseContext } from '../hooks/use-mouse.tsx'
import { useLook } from '../look.ts'
import { replaceOverlay, type Screen, type Overlay as Shown } from '../screen/screen.ts'
import { previewOf } from '../terminal/picture.ts'
import type { Input } from '../text/input.ts'
import { FormFields } from './form.tsx'
import { List } from './list.tsx'
import { FRAME, Overlay } from './pane.tsx'
import { TextField } from './text-field.tsx'
import { Words } from './words.tsx'

const MAX_WIDTH = 90

export function Overlays({ targets }: { targets: Set<ClickTarget> }) {
  const top = useSignal(useEmulator().overlays).at(-1)
  if (!top || top.kind === 'filter') return null
  return <MouseContext.Provider value={targets}>{overlayOf(top)}</MouseContext.Provider>
}

function overlayOf(top: Shown): ReactNode {
  switch (top.kind) {
    case 'palette':
      return <Choices top={top} title="do anything" placeholder="what to do, or whom or what to open" />
    case 'menu':
      return <Choices top={top} title={top.title} />
    case 'help':
      return <Choices top={top} title="keys" {...(top.input && { placeholder: 'a word or a key' })} />
    case 'clock':
      return <Clock top={top} />
    case 'form':
      return <FormFields form={top.form} />
    case 'save':
      return <Save top={top} />
    case 'picture':
      return <Picture top={top} />
    case 'filter':
      return null
  }
}

interface ChoicesProps {
  top: Shown & { at: number }
  title: string
  placeholder?: string
  children?: ReactNode
}

/** A list of items below a text that filters them. */
function Choices({ top, title, placeholder, children }: ChoicesProps) {
  const screen = useEmulator()
  const size = useSignal(screen.size)
  const items = useValue((one) => {
    const now = one.overlays.value.at(-1)
    return now ? itemsOf(one, now) : []
  })
  const input: Input | null = 'input' in top ? top.input : null
  const width = Math.min(MAX_WIDTH, size.columns - 2)
  const head = (input ? 2 : 0) + (children ? 1 : 0)
  const rows = Math.max(
    1,
    Math.min(size.rows - 4 - head, top.kind === 'menu' || top.kind === 'clock' ? items.length : size.rows),
  )
  const inside = width - FRAME.columns
  return (
    <Overlay title={title} width={width} height={rows + head + FRAME.rows} screen={size}>
      {input && (
        <Box height={2} flexShrink={0}>
          <TextField input={input} width={inside} isFocused placeholder={placeholder} />
        </Box>
      )}
      {children}
      <List
        items={items}
        at={Math.min(top.at, items.length - 1)}
        width={inside}
        height={rows}
        isFocused
        onChoose={(i) => {
          replaceOverlay(screen, { ...(screen.overlays.peek().at(-1) as typeof top), at: i } as Shown)
          pressKey(screen, { key: 'enter' })
        }}
      />
    </Overlay>
  )
}

function Clock({ top }: { top: Shown & { kind: 'clock' } }) {
  const { model } = useEmulator()
  useSignal(model.clock)
  const now = model.timeNow()
  return (
    <Choices top={top} title={`clock ${dayOf(now)} ${secondOf(now)}`} placeholder="+48h, tomorrow 9:00, a date">
      {top.error && <Words tone="bad">{top.error}</Words>}
    </Choices>
  )
}

function Save({ top }: { top: Shown & { kind: 'save' } }) {
  const size = useSignal(useEmulator().size)
  const width = Math.min(MAX_WIDTH, size.columns - 2)
  return (
    <Overlay title={top.file ? 'save the file as' : 'save the recording as'} width={width} height={5} screen={size}>
      <TextField input={top.input} width={width - FRAME.columns} isFocused />
      <Words tone="bad">{top.error ?? ' '}</Words>
    </Overlay>
  )
}

function Picture({ top }: { top: Shown & { kind: 'picture' } }) {
  const screen = useEmulator()
  const size = useSignal(screen.size)
  const look = useLook()
  const { file, preview } = top
  const [width, height] = [size.columns - 2, size.rows - 3]
  useEffect(() => {
    void loadPicture(screen, file.id, width - FRAME.columns, height - FRAME.rows)
  }, [screen, file.id, width, height])
  const canDraw = look.hasColours && !look.isSpoken
  return (
    <Overlay title={file.name} width={width} height={height} screen={size}>
      {canDraw && preview ? (
        <Text wrap="truncate">{preview.rows.join('\n')}</Text>
      ) : (
        <Words dimColor>
          {canDraw ? 'Loading' : "This terminal can't draw the picture. o opens the file, s saves it."}
        </Words>
      )}
    </Overlay>
  )
}

async function loadPicture(screen: Screen, id: string, width: number, height: number) {
  const bytes = await screen.model.client.file(id).catch(() => undefined)
  const preview = bytes ? await previewOf(bytes, width, height) : null
  const top = screen.overlays.peek().at(-1)
  if (top?.kind === 'picture' && top.file.id === id) replaceOverlay(screen, { ...top, preview })
}
