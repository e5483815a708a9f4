// A framed part of the screen with a title, and an overlay above the panes.

import { Box } from 'ink'
import type { ReactNode } from 'react'
import { colourOf, useLook } from '../look.ts'
import { Words } from './words.tsx'

export interface PaneProps {
  title: string
  width: number
  height: number
  isFocused: boolean
  isOverlay?: boolean
  children: ReactNode
}

/** The cells that the frame and the padding take. */
export const FRAME = { columns: 4, rows: 2 } as const

export function Pane({ title, width, height, isFocused, isOverlay = false, children }: PaneProps) {
  const look = useLook()
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
      height={height}
      paddingX={1}
      borderStyle={look.isAscii ? 'classic' : isFocused ? 'bold' : 'round'}
      borderDimColor={!isFocused}
      {...(color && { borderColor: color })}
      // An unknown colour fills the box with spaces, so that nothing below an overlay shows through.
      {...(isOverlay && { backgroundColor: 'none' })}
    >
      <Box position="absolute" top={-1} left={0}>
        <Words bold={isFocused}>{` ${title} `}</Words>
      </Box>
      {children}
    </Box>
  )
}

interface OverlayProps extends Omit<PaneProps, 'isFocused' | 'isOverlay'> {
  screen: { columns: number; rows: number }
}

export function Overlay({ screen, ...pane }: OverlayProps) {
  if (useLook().isSpoken) return <Pane {...pane} isFocused />
  const left = Math.max(0, Math.floor((screen.columns - pane.width) / 2))
  const top = Math.max(0, Math.floor((screen.rows - pane.height) / 2))
  return (
    <Box position="absolute" left={left} top={top}>
      <Pane {...pane} isFocused isOverlay />
    </Box>
  )
}
