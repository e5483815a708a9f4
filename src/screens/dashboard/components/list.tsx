// A list with a cursor, of which only what fits on the screen is drawn.

import { Box } from 'ink'
import type { ReactNode } from 'react'
import { useEmulator, useSignal } from '../hooks/use-emulator.ts'
import { Clickable } from '../hooks/use-mouse.tsx'
import { colourOf, type Signs } from '../look.ts'
import { dim, type Item, type Part, textOfParts } from '../screen/items.ts'
import { wrap } from '../text/cells.ts'
import { Parts, Words } from './words.tsx'

interface WindowProps {
  count: number
  /** The index of the chosen row, or -1; null follows the end of the list. */
  at: number | null
  /** A list that is shorter than its place is at the end of it. */
  isAtEnd?: boolean
  onWheel?: ((by: 1 | -1) => void) | undefined
  children(index: number): ReactNode
}

/**
 * Draws at most a screenful of rows before the chosen row, cut at the top, and as many after it, cut at the bottom.
 * Both shrink in proportion, so the chosen row is as far down on the screen as in the list.
 */
export function Window({ count, at, isAtEnd = false, onWheel, children }: WindowProps) {
  const { rows } = useSignal(useEmulator().size)
  const chosen = at === null || at >= count ? count : at
  const draw = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, i) => children(from + i))
  const part = { flexDirection: 'column', overflowY: 'hidden', flexShrink: 1 } as const
  return (
    <Clickable
      {...part}
      // Takes the rows that its neighbours leave. If it began with all its rows, the neighbours would shrink with it.
      flexBasis={0}
      flexGrow={1}
      justifyContent={isAtEnd ? 'flex-end' : 'flex-start'}
      aria-role="list"
      onWheel={onWheel}
    >
      <Box {...part} justifyContent="flex-end">
        {draw(Math.max(0, chosen - rows), chosen)}
      </Box>
      {chosen >= 0 && chosen < count && children(chosen)}
      <Box {...part}>{draw(chosen + 1, Math.min(count, chosen + 1 + rows))}</Box>
    </Clickable>
  )
}

interface ListProps extends Pick<WindowProps, 'at' | 'onWheel'> {
  items: readonly Item[]
  /** The width in which texts wrap. */
  width: number
  isFocused: boolean
  onChoose?(index: number): void
}

export function List({ items, at, onWheel, onChoose, ...row }: ListProps) {
  return (
    <Window count={items.length} at={at} onWheel={onWheel}>
      {(i) => (
        <Clickable key={items[i]!.id} onClick={onChoose && (() => onChoose(i))}>
          <Row item={items[i]!} isChosen={i === at} {...row} />
        </Clickable>
      )}
    </Window>
  )
}

/** Longer values fold after this many rows. */
const FOLDED_ROWS = 3
const BAR = 1

export function folded(rows: string[], max: number, { more }: Signs): string[] {
  return rows.length <= max ? rows : [...rows.slice(0, max - 1), `${more} ${rows.length - max + 1} more rows`]
}

interface RowProps extends Pick<ListProps, 'width' | 'isFocused'> {
  item: Item
  isChosen: boolean
}

export function Row({ item, width, isChosen, isFocused }: RowProps) {
  const { signs } = useEmulator().look
  const { parts, right, below = [], belowIndent = 0, indent = 0, isWrapped, isHeading, isShort, isUnfolded } = item
  const bold = (isChosen && isFocused) || isHeading === true
  const wrapped = (part: readonly Part[], inset: number, isBold = false) => {
    const rows = wrap(textOfParts(part), Math.max(4, width - BAR - indent - inset))
    const shown = isUnfolded ? rows : folded(rows, FOLDED_ROWS, signs)
    return <Wrapped parts={part} rows={shown} bold={isBold} />
  }
  return (
    <Selectable isChosen={isChosen} isFocused={isFocused} flexGrow={1}>
      <Box flexDirection="column" paddingLeft={indent} flexGrow={1}>
        {isWrapped ? (
          wrapped(parts, 0, bold)
        ) : (
          <Box justifyContent="space-between" columnGap={1}>
            <Parts parts={parts} bold={bold} />
            {right && (
              <Box flexShrink={0}>
                <Parts parts={right} />
              </Box>
            )}
          </Box>
        )}
        {below.map((part, i) => {
          const look = [typeof part === 'string' ? dim(part) : part]
          return (
            <Box key={i} paddingLeft={belowIndent}>
              {isShort ? <Parts parts={look} /> : wrapped(look, belowIndent)}
            </Box>
          )
        })}
      </Box>
    </Selectable>
  )
}

/** Shows rows that were wrapped before. All of them have the look of the parts, if these have one look. */
function Wrapped({ parts, rows, bold }: { parts: readonly Part[]; rows: readonly string[]; bold: boolean }) {
  if (rows.length === 1) return <Parts parts={parts} bold={bold} />
  const { text: _, ...look } = parts.length === 1 && typeof parts[0] === 'object' ? parts[0] : { text: '' }
  return (
    <Words isMultiline bold={bold} {...look}>
      {rows.join('\n')}
    </Words>
  )
}

interface SelectableProps {
  isChosen: boolean
  isFocused: boolean
  flexGrow?: number
  children: ReactNode
}

const NO_EDGES = { topLeft: '', top: '', topRight: '', bottomLeft: '', bottom: '', bottomRight: '', right: '' }

/** The one look of what is selected: a bar at its left edge. */
export function Selectable({ isChosen, isFocused, flexGrow = 0, children }: SelectableProps) {
  const { look } = useEmulator()
  const { color } = colourOf(look, 'mark')
  const bar = isChosen && {
    borderStyle: { ...NO_EDGES, left: look.signs.bar },
    borderTop: false,
    borderBottom: false,
    borderRight: false,
    ...(color && { borderColor: color }),
    borderDimColor: !isFocused,
  }
  return (
    <Box
      flexGrow={flexGrow}
      {...(bar || { paddingLeft: BAR })}
      aria-role="listitem"
      aria-state={{ selected: isChosen }}
    >
      {children}
    </Box>
  )
}
