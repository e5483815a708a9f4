// Passes the keys, pastes, clicks and the size of the terminal to the screen.

import { useInput, usePaste, useStdin, useWindowSize } from 'ink'
import { useEffect } from 'react'
import { pressKey } from '../commands/index.ts'
import type { Screen } from '../screen/screen.ts'
import { droppedByInk, paste, strokesOf } from '../terminal/strokes.ts'
import { type MouseTargets, sendMouse } from './use-mouse.tsx'

/** The number of rows left empty at the bottom: a Windows console scrolls if its last row is written. */
const SPARE_ROWS = process.platform === 'win32' ? 1 : 0

export function useKeys(screen: Screen, targets: MouseTargets) {
  const { stdin } = useStdin()
  const { columns, rows } = useWindowSize()
  useInput((input, key) => {
    for (const stroke of strokesOf(input, key)) pressKey(screen, stroke)
  })
  usePaste((text) => pressKey(screen, paste(text)))
  useEffect(() => {
    const listener = droppedByInk(
      () => pressKey(screen, { key: 'f1' }),
      (event) => sendMouse(targets, event),
    )
    stdin.on('data', listener)
    return () => void stdin.off('data', listener)
  }, [screen, stdin, targets])
  useEffect(() => {
    screen.size.value = { columns, rows: rows - SPARE_ROWS }
  }, [screen, columns, rows])
}
