// The dashboard: the panes that fit, what covers them, and the lines around them.

import { Box, type SuspendTerminal, useApp } from 'ink'
import { useMemo } from 'react'
import { Chats } from './components/chats.tsx'
import { ConversationPane } from './components/conversation.tsx'
import { FilterLine } from './components/filter-line.tsx'
import { Header } from './components/header.tsx'
import { Hints, NoticeLines, noticeRows } from './components/hints.tsx'
import { Inspector } from './components/inspector.tsx'
import { Overlays } from './components/overlays.tsx'
import { Spoken } from './components/spoken.tsx'
import { Traffic } from './components/traffic.tsx'
import { ScreenContext, useEmulator, useSignal, useValue } from './hooks/use-emulator.ts'
import { useKeys } from './hooks/use-keys.ts'
import { MouseContext, type MouseTargets } from './hooks/use-mouse.tsx'
import { FOUR_PANES } from './inspector/items.ts'
import { LookContext } from './look.ts'
import type { Place, Screen } from './screen/screen.ts'

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
    <LookContext.Provider value={screen.look}>
      <ScreenContext.Provider value={screen}>
        <MouseContext.Provider value={targets.panes}>
          {screen.look.isSpoken ? <Spoken /> : <Panes targets={targets} />}
        </MouseContext.Provider>
      </ScreenContext.Provider>
    </LookContext.Provider>
  )
}

function Panes({ targets }: { targets: MouseTargets }) {
  const screen = useEmulator()
  const { columns, rows } = useSignal(screen.size)
  const focus = useSignal(screen.focus)
  const isZoomed = useSignal(screen.isZoomed)
  const isFiltering = useSignal(screen.overlays).at(-1)?.kind === 'filter'
  const notice = useValue(noticeRows)
  const height = Math.max(1, rows - 2 - notice - Number(isFiltering))
  // The first frame is drawn at once, before there is anything to show.
  const isConnecting = useSignal(screen.model.link) === 'connecting'
  const panes = isConnecting ? [] : panesOf(columns, focus, isZoomed)
  return (
    <Box width={columns} height={rows} flexDirection="column" overflow="hidden">
      <Header />
      <Box height={height} flexShrink={0} overflow="hidden">
        {panes.map(([pane, width]) => {
          const Component = PANES[pane]
          return <Component key={pane} width={width} height={height} />
        })}
      </Box>
      <FilterLine />
      <NoticeLines />
      <Hints />
      <Overlays targets={targets.overlay} />
    </Box>
  )
}

const PANES = { chats: Chats, conversation: ConversationPane, traffic: Traffic, inspector: Inspector } as const
type PaneName = keyof typeof PANES

const TWO_PANES = 80
const THREE_PANES = 120

/** The panes from left to right with their widths. On a narrow screen, the pane in focus takes the place of others. */
function panesOf(columns: number, focus: Place, isZoomed: boolean): [PaneName, number][] {
  const focused: PaneName = focus === 'chats' || focus === 'traffic' || focus === 'inspector' ? focus : 'conversation'
  if (isZoomed || columns < TWO_PANES) return [[focused, columns]]
  if (columns < THREE_PANES)
    return [
      ['chats', 24],
      [focused === 'chats' ? 'conversation' : focused, columns - 24],
    ]
  if (columns < FOUR_PANES) {
    const traffic = Math.floor(columns * 0.35)
    const middle = focused === 'inspector' ? 'inspector' : 'conversation'
    return [
      ['chats', 26],
      [middle, columns - 26 - traffic],
      ['traffic', traffic],
    ]
  }
  const side = Math.floor((columns - 30) * 0.325)
  return [
    ['chats', 30],
    ['conversation', columns - 30 - 2 * side],
    ['traffic', side],
    ['inspector', side],
  ]
}
