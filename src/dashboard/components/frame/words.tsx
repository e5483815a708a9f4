// Words on the screen: made safe, styled by what they mean; a row of them; what is chosen is inverse to its end.

import { Box, Text } from 'ink'
import { createContext, Fragment, type ReactNode, useContext } from 'react'
import type { Input } from '../../forms/input.ts'
import type { Target } from '../../state/target.ts'
import type { Look } from '../../terminal/look.ts'
import { clip, safe } from '../../text/cells.ts'
import { cellsOf, type Line, type Piece, textLines } from '../../text/line.ts'
import { type Style, signsOf, styleOf } from './theme.ts'

export const LookContext = createContext<Look>({ colours: 'none', theme: 'dark', ascii: false, spoken: false })
const ChosenContext = createContext(false)

export const useLook = () => useContext(LookContext)
export const useSigns = () => signsOf(useLook())

interface WordsProps {
  as?: Style
  /** In place of the colour that the style has. */
  hue?: string
  /** What a click on it is about. */
  on?: Target
  children: string | number | readonly (string | number)[]
}

export function Words({ as = 'plain', hue, children }: WordsProps) {
  const look = useLook()
  const isChosen = useContext(ChosenContext)
  const own = hue !== undefined && look.colours !== 'none' && !isChosen ? { color: hue } : {}
  return (
    <Text {...styleOf(isChosen ? 'chosen' : as, look)} {...own}>
      {safe([children].flat().join(''))}
    </Text>
  )
}

export const drawn = (pieces: readonly Piece[]): ReactNode =>
  pieces.map(([text, style], i) => (
    <Words key={i} as={style}>
      {text}
    </Words>
  ))

interface RowProps {
  children?: ReactNode
  /** Stays when the rest is cut. */
  right?: ReactNode
  indent?: number
  on?: Target
  /** The cells to fill where the row is chosen. */
  chosen?: number | false
}

export function Row({ children, right, indent = 0, chosen = false }: RowProps) {
  const left = (
    <Text wrap="truncate">
      {indent > 0 && ' '.repeat(indent)}
      {children ?? ' '}
    </Text>
  )
  if (chosen === false && right === undefined) return left
  return (
    <ChosenContext value={chosen !== false}>
      <Box height={1} flexShrink={0}>
        {chosen !== false && (
          <Box position="absolute">
            <Text inverse>{' '.repeat(chosen)}</Text>
          </Box>
        )}
        <Box flexGrow={1} flexShrink={1}>
          {left}
        </Box>
        {right !== undefined && (
          <Box flexShrink={0}>
            <Text>{right}</Text>
          </Box>
        )}
      </Box>
    </ChosenContext>
  )
}

/** Each line in a row, which has what is wanted of all of them. */
export const lineRows = (
  lines: readonly Line[],
  { id = 'line', indent: more = 0, ...row }: Omit<RowProps, 'children'> & { id?: string } = {},
): ReactNode[] =>
  lines.map(({ pieces, indent = 0 }, i) => (
    <Row key={`${id} ${i}`} {...row} indent={more + indent}>
      {cellsOf(pieces) > 0 ? drawn(pieces) : ' '}
    </Row>
  ))

/** A text over as many rows as it needs. */
export const paragraph = (text: string, room: number, as: Style = 'plain'): ReactNode[] =>
  lineRows(textLines(text, room, as))

export const BLANK_ROW = <Row />

/** Rows below one another, however they came to be; where they have keys of their own they may move. */
export function Rows({ children, keyed = false }: { children: readonly ReactNode[]; keyed?: boolean }) {
  return keyed ? children : children.map((row, i) => <Fragment key={i}>{row}</Fragment>)
}

/** A text being written, in one row: however long it is, the cursor and what is before it are in sight. */
export function TextInput({ input: { text, at }, room }: { input: Input; room: number }) {
  const { cursor, more } = useSigns()
  // The last cell tells that there is more behind the cursor.
  return (
    <>
      <Words>{clip(text.slice(0, at), room - 2, more, 'start')}</Words>
      <Words as="strong">{cursor}</Words>
      <Words>{text.slice(at)}</Words>
    </>
  )
}
