// The Ink components: they pass keys to the session and draw the screen.

import { Box, type SuspendTerminal, Text, useApp, useInput, usePaste, useWindowSize } from 'ink'
import { memo, useEffect, useSyncExternalStore } from 'react'
import { inside } from './panes/lists.ts'
import { type Area, screenOf } from './panes/screen.ts'
import type { Session } from './session.ts'
import type { State } from './state/state.ts'
import { paste, strokesOf } from './terminal/keyboard.ts'
import { truncate } from './text/cells.ts'
import { type Line, lineOf, paintLine } from './text/line.ts'
import { colourOf, type Look, signsOf } from './text/style.ts'

/** The number of rows left empty at the bottom: a Windows console scrolls if its last row is written. */
const SPARE_ROWS = process.platform === 'win32' ? 1 : 0

interface AppProps {
  session: Pick<Session, 'state' | 'subscribe' | 'dispatch'>
  /** Only a component can get Ink's `suspend` function, so the component stores the function here for its caller. */
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
  const isResized = state.size.columns !== columns || state.size.rows !== rows
  return <Screen state={isResized ? { ...state, size: { columns, rows } } : state} />
}

export function Screen({ state }: { state: State }) {
  const { columns, rows } = state.size
  return (
    <Box width={columns} height={rows} flexDirection="column" overflow="hidden">
      {screenOf(state).map((area) => (
        <AreaBox key={area.isOnTop ? `${area.name} on top` : area.name} area={area} look={state.look} />
      ))}
    </Box>
  )
}

const AreaBox = memo(({ area, look }: { area: Area; look: Look }) => {
  const { left, top, width, height, title, isFocused, lines } = area
  const { edge, edgeHere, more } = signsOf(look)
  const isFramed = title !== undefined
  const room = isFramed ? inside(area, look).width : width
  const rows = lines.map((line, i) => <Row key={i} line={line} room={room} look={look} />)
  const name = truncate(title ?? '', width - 6, more)
  const heading = lineOf([look.isSpoken ? name : ` ${name} `, isFocused ? 'strong' : 'plain'])
  const frame = isFramed && {
    paddingX: 1,
    borderStyle: isFocused ? edgeHere : edge,
    borderDimColor: !isFocused,
    ...(isFocused && look.colours !== 'none' && { borderColor: colourOf('accent', look) }),
  }
  if (look.isSpoken)
    return (
      <Box flexDirection="column">
        {isFramed && <Row line={heading} room={room} look={look} />}
        {rows}
      </Box>
    )
  return (
    <Box position="absolute" left={left} top={top} width={width} height={height} flexDirection="column" {...frame}>
      {area.isOnTop && (
        <Box position="absolute" left={0} top={0}>
          <Text>
            {Array(height - 2)
              .fill(' '.repeat(width - 2))
              .join('\n')}
          </Text>
        </Box>
      )}
      {isFramed && (
        <Box position="absolute" top={-1} left={1}>
          <Row line={heading} room={width} look={look} />
        </Box>
      )}
      {rows}
    </Box>
  )
})

const Row = memo(({ line, room, look }: { line: Line; room: number; look: Look }) => (
  <Text wrap="truncate">{paintLine(line, room, look) || ' '}</Text>
))
