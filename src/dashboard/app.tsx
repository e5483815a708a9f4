// The dashboard in Ink: keys and pastes go to the session, and its state is drawn.

import { type SuspendTerminal, useApp, useInput, usePaste, useWindowSize } from 'ink'
import { useEffect, useSyncExternalStore } from 'react'
import { hiddenNow, Screen } from './components/frame/screen.tsx'
import type { Session } from './session.ts'
import { paste, strokesOf } from './terminal/strokes.ts'

/** A Windows console scrolls when its last row is written. */
const SPARE_ROWS = process.platform === 'win32' ? 1 : 0

interface AppProps {
  session: Pick<Session, 'state' | 'subscribe' | 'dispatch'>
  /** Gets what only Ink can do. */
  controls?: { suspend?: SuspendTerminal }
}

export function App({ session, controls }: AppProps) {
  const state = useSyncExternalStore(session.subscribe, session.state)
  const { columns, rows: all } = useWindowSize()
  const rows = all - SPARE_ROWS
  const { dispatch } = session
  const { suspendTerminal } = useApp()
  if (controls) controls.suspend = suspendTerminal
  useInput((input, key) => {
    for (const stroke of strokesOf(input, key)) dispatch({ type: 'stroke', stroke })
  })
  usePaste((text) => dispatch({ type: 'stroke', stroke: paste(text) }))
  useEffect(() => dispatch({ type: 'resized', columns, rows }), [dispatch, columns, rows])
  const now = { ...state, size: { columns, rows } }
  const { selected } = state.talk
  // After every frame, as keys that come at once may lead away from a message and back.
  useEffect(() => {
    if (selected !== null) dispatch({ type: 'hidden', of: selected, rows: hiddenNow(now) })
  })
  return <Screen state={now} />
}
