// The dashboard: the panes that fit, what covers them, and the lines around them.

import { batch } from '@preact/signals-core'
import { Box, type SuspendTerminal, useApp, useInput, usePaste, useStdin, useWindowSize } from 'ink'
import { useEffect, useMemo } from 'react'
import { pressKey } from './commands/index.ts'
import { Chats } from './components/chats.tsx'
import { ConversationPane } from './components/conversation.tsx'
import { Header } from './components/header.tsx'
import { Hints, NoticeLines } from './components/hints.tsx'
import { Inspector } from './components/inspector.tsx'
import { Overlays } from './components/overlays.tsx'
import { Spoken } from './components/spoken.tsx'
import { Traffic } from './components/traffic.tsx'
import { drawn, ScreenContext } from './hooks/use-emulator.ts'
import { MouseContext, type MouseTargets, sendMouse } from './hooks/use-mouse.tsx'
import { panesOf } from './screen/panes.ts'
import type { Screen } from './screen/screen.ts'
import { droppedByInk, paste, strokesOf } from './terminal/strokes.ts'

interface AppProps {
  screen: Screen
  /** Only a component gets Ink's function that suspends, so it hands it to its caller. */
  controls?: { suspend?: SuspendTerminal }
}

export function App({ screen, controls }: AppProps) {
  const { suspendTerminal } = useApp()
  if (controls) controls.suspend = suspendTerminal
  const targets = useMemo((): MouseTargets => ({ panes: new Set(), overlay: new Set() }), [])
  useKeys(screen, targets)
  return (
    <ScreenContext.Provider value={screen}>
      <MouseContext.Provider value={targets.panes}>
        {screen.look.isSpoken ? <Spoken /> : <Panes targets={targets} />}
      </MouseContext.Provider>
    </ScreenContext.Provider>
  )
}

const Panes = drawn<{ targets: MouseTargets }>(({ size, focus, model }, { targets }) => {
  const { columns, rows } = size.value
  // The first frame is drawn at once, before there is anything to show.
  const isConnecting = model.link.value === 'connecting'
  return (
    <Box width={columns} height={rows} flexDirection="column" overflowY="hidden">
      <Header />
      <Box flexGrow={1} flexShrink={1} overflowY="hidden">
        {(isConnecting ? [] : panesOf(columns, focus.value)).map(([pane, width]) => {
          const Component = PANES[pane]
          return <Component key={pane} width={width} />
        })}
      </Box>
      <Hints />
      <NoticeLines />
      <Overlays targets={targets.overlay} />
    </Box>
  )
})

const PANES = { chats: Chats, conversation: ConversationPane, traffic: Traffic, inspector: Inspector } as const

/** The number of rows left empty at the bottom: a Windows console scrolls if its last row is written. */
const SPARE_ROWS = process.platform === 'win32' ? 1 : 0

/** Passes the keys, pastes, clicks and the size of the terminal to the screen. */
function useKeys(screen: Screen, targets: MouseTargets) {
  const { stdin } = useStdin()
  const { columns, rows } = useWindowSize()
  useInput((input, key) => {
    for (const stroke of strokesOf(input, key)) pressKey(screen, stroke)
  })
  usePaste((text) => pressKey(screen, paste(text)))
  useEffect(() => {
    const listener = droppedByInk(
      () => pressKey(screen, { key: 'f1' }),
      (event) => batch(() => sendMouse(targets, event)),
    )
    stdin.on('data', listener)
    return () => void stdin.off('data', listener)
  }, [screen, stdin, targets])
  useEffect(() => {
    screen.size.value = { columns, rows: rows - SPARE_ROWS }
  }, [screen, columns, rows])
}
