// A pane: a frame with a title in its upper edge, exactly as large as the room that it gets.

import { Box } from 'ink'
import { memo, type ReactNode } from 'react'
import type { State } from '../../state/state.ts'
import type { Look } from '../../terminal/look.ts'
import { clip } from '../../text/cells.ts'
import { colourOf } from './theme.ts'
import { Row, Rows, useLook, useSigns, Words } from './words.tsx'

export interface Room {
  width: number
  height: number
}

/** What is left inside a frame. */
export const inside = ({ width, height }: Room, look: Look): Room =>
  look.spoken ? { width, height: height - 1 } : { width: width - 4, height: height - 2 }

interface PaneProps {
  title: string
  room: Room
  isHere: boolean
  /** Whether the rows have keys of their own. */
  keyed?: boolean
  children: readonly ReactNode[]
}

export function Pane({ title, room, isHere, keyed = false, children }: PaneProps) {
  const look = useLook()
  const signs = useSigns()
  const name = clip(title, room.width - 6, signs.more)
  const rows = <Rows keyed={keyed}>{children.slice(0, inside(room, look).height)}</Rows>
  if (look.spoken)
    return (
      <Box {...room} flexDirection="column" overflow="hidden">
        <Row>
          <Words as="strong">{name}</Words>
        </Row>
        {rows}
      </Box>
    )
  return (
    <Box
      {...room}
      flexShrink={0}
      flexDirection="column"
      paddingX={1}
      borderStyle={isHere ? signs.edgeHere : signs.edge}
      borderDimColor={!isHere}
      {...(isHere && look.colours !== 'none' && { borderColor: colourOf('good', look) })}
    >
      <Box position="absolute" top={-1} left={1}>
        <Words as={isHere ? 'strong' : 'plain'}>{` ${name} `}</Words>
      </Box>
      {rows}
    </Box>
  )
}

interface Viewed {
  state: State
  room: Room
  isHere: boolean
}

/** A view, and beside it one that is drawn again only when something that it shows has changed. */
export const viewOf = (shows: readonly (keyof State)[], View: (viewed: Viewed) => ReactNode) => ({
  View,
  shows,
  Shown: memo(
    View,
    (before, after) =>
      before.isHere === after.isHere &&
      before.room.width === after.room.width &&
      before.room.height === after.room.height &&
      shows.every((key) => before.state[key] === after.state[key]),
  ),
})
