// The screen in Ink: one text for each row of the frame.

import { Box, Text } from 'ink'
import { createElement, useSyncExternalStore } from 'react'

export interface Frames {
  subscribe(changed: () => void): () => void
  /** The rows as they are now; the same array until they change. */
  rows(): readonly string[]
}

export function App({ frames }: { frames: Frames }) {
  const rows = useSyncExternalStore(frames.subscribe, frames.rows)
  return createElement(
    Box,
    { flexDirection: 'column' },
    rows.map((row, i) => createElement(Text, { key: i, wrap: 'truncate' }, row === '' ? ' ' : row)),
  )
}
