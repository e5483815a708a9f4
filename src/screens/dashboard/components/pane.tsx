// A framed part of the screen with a title, and an overlay above the panes.

import { Box } from 'ink'
import type { ReactNode } from 'react'
import { drawn } from '../hooks/use-emulator.ts'
import { colourOf } from '../look.ts'
import { FRAME } from '../screen/panes.ts'
import { type ListPlace, overlayOf, type Screen } from '../screen/screen.ts'
import { matchesIn } from '../screen/traffic.ts'
import { Words } from './words.tsx'

/** An unknown colour fills a box with spaces, so that nothing below it shows through. */
export const FILLED = { backgroundColor: 'none' } as const

interface PaneProps {
  title: string
  width: number
  height?: number
  /** The list in the pane. Its filter is written into the title. */
  list?: ListPlace
  isFocused: boolean
  isOverlay?: boolean
  children: ReactNode
}

/** The filter of a list, with a cursor while it is written. */
function filterText(screen: Screen, list: ListPlace | undefined): string {
  const text = list ? screen.filters.value[list] : ''
  const isOpen = list !== undefined && overlayOf(screen, 'filter')?.place === list
  const count = list === 'messages' && text !== '' ? ` ${matchesIn(screen).length || 'not found'} in this chat` : ''
  return isOpen || text ? `/${text}${isOpen ? screen.look.signs.cursor : ''}${count}` : ''
}

export const Pane = drawn<PaneProps>(
  (screen, { title: about, width, height, list, isFocused, isOverlay, children }) => {
    const { look } = screen
    const filter = filterText(screen, list)
    const title = list === 'messages' && filter ? filter : [about, filter].filter(Boolean).join(' ')
    if (look.isSpoken)
      return (
        <Box flexDirection="column" aria-label={title}>
          <Words bold>{title}</Words>
          {children}
        </Box>
      )
    const { color } = colourOf(look, isFocused ? 'mark' : undefined)
    return (
      <Box
        flexDirection="column"
        flexShrink={0}
        width={width}
        {...(height !== undefined && { height })}
        paddingX={1}
        borderStyle={look.isAscii ? 'classic' : isFocused ? 'bold' : 'round'}
        borderDimColor={!isFocused}
        {...(color && { borderColor: color })}
        {...(isOverlay && FILLED)}
      >
        <Box position="absolute" top={-1} left={0}>
          <Words bold={isFocused}>{` ${title} `}</Words>
        </Box>
        {children}
      </Box>
    )
  },
)

const MAX_WIDTH = 90

/** The width of an overlay inside its frame. */
export const overlayWidth = ({ size }: Screen) => Math.min(MAX_WIDTH, size.value.columns - 2) - FRAME.columns

interface OverlayProps {
  title: string
  rows: number
  children: ReactNode
}

/** A pane above the others, as high as its rows if the screen allows it. */
export const Overlay = drawn<OverlayProps>((screen, { title, rows, children }) => {
  const size = screen.size.value
  const width = overlayWidth(screen) + FRAME.columns
  const height = Math.min(size.rows - 2, rows + FRAME.rows)
  const pane = (
    <Pane title={title} width={width} height={height} isFocused isOverlay>
      {children}
    </Pane>
  )
  if (screen.look.isSpoken) return pane
  const left = Math.max(0, Math.floor((size.columns - width) / 2))
  const top = Math.max(1, Math.floor((size.rows - height) / 2))
  return (
    <Box position="absolute" left={left} top={top}>
      {pane}
    </Box>
  )
})
