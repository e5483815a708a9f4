// A framed part of the screen with a title.

import { Box } from 'ink'
import type { ReactNode } from 'react'
import { drawn } from '../hooks/use-emulator.ts'
import { colourOf } from '../look.ts'
import { type ListPlace, overlayOf, type Screen } from '../screen/screen.ts'
import { matchesIn } from '../screen/traffic.ts'
import { Words } from './words.tsx'

/** An unknown colour fills a box with spaces, so that nothing below it shows through. */
export const FILLED = { backgroundColor: 'none' } as const

interface PaneProps {
  title: string
  width: number
  /** The list in the pane, whose filter is written into the title. A pane without one covers others. */
  list?: ListPlace
  height?: number
  isFocused: boolean
  children: ReactNode
}

/** The filter of a list, with a cursor while it is written. */
function filterText(screen: Screen, list: ListPlace | undefined): string {
  const text = list ? screen.filters.value[list] : ''
  const isOpen = list !== undefined && overlayOf(screen, 'filter')?.place === list
  const count = list === 'messages' && text !== '' ? ` ${matchesIn(screen).length || 'not found'} in this chat` : ''
  return isOpen || text ? `/${text}${isOpen ? screen.look.signs.cursor : ''}${count}` : ''
}

export const Pane = drawn<PaneProps>((screen, { title: about, list, width, height, isFocused, children }) => {
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
      {...(list === undefined && FILLED)}
    >
      <Box position="absolute" top={-1} left={0}>
        <Words bold={isFocused}>{` ${title} `}</Words>
      </Box>
      {children}
    </Box>
  )
})
