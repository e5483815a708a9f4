// A list of items with a cursor, for chats, menus, the inspector and others.

import { Box } from 'ink'
import { memo, type ReactNode } from 'react'
import { Clickable } from '../hooks/use-mouse.tsx'
import { useScroll } from '../hooks/use-scroll.ts'
import { colourOf, useLook } from '../look.ts'
import { width as cellsOf, wrap } from '../text/cells.ts'
import { dim, type Part, Parts, textOfParts, Words } from './words.tsx'

export interface Item {
  id: string
  parts: readonly Part[]
  /** Parts at the right end of the first row. */
  right?: readonly Part[]
  /** Lines below the first row, wrapped and dimmed. */
  below?: readonly Part[]
  belowIndent?: number
  indent?: number
  /** A heading can't be chosen. */
  isHeading?: boolean
  /** Wraps the parts instead of truncating them, and folds them after three rows. */
  isWrapped?: boolean
  /** Truncates the lines below instead of wrapping them. */
  isShort?: boolean
  /** True while all rows of a wrapped item are shown. */
  isUnfolded?: boolean
  /** The value to copy. */
  value?: unknown
  /** What Enter does. */
  run?(): void
}

export interface ListProps {
  items: readonly Item[]
  /** The index of the chosen item; null follows the end of the list. */
  at: number | null
  width: number
  height: number
  isFocused: boolean
  onChoose?(index: number): void
}

/** Longer values fold after this many rows. */
export const FOLDED_ROWS = 3
const BAR = 1

const textWidth = ({ indent = 0 }: Item, width: number) => Math.max(4, width - BAR - indent)

function folded(rows: string[], { isUnfolded }: Item, more: string): string[] {
  if (isUnfolded || rows.length <= FOLDED_ROWS) return rows
  return [...rows.slice(0, FOLDED_ROWS - 1), `${more} ${rows.length - FOLDED_ROWS + 1} more rows`]
}

const ownRows = (item: Item, width: number, more = ''): string[] =>
  folded(wrap(textOfParts(item.parts), textWidth(item, width)), item, more)

const rowsBelow = (part: Part, item: Item, width: number, more = ''): string[] =>
  item.isShort
    ? [textOfParts([part])]
    : folded(wrap(textOfParts([part]), textWidth(item, width) - (item.belowIndent ?? 0)), item, more)

const rowsOf = (item: Item, width: number): number =>
  (item.isWrapped ? ownRows(item, width).length : 1) +
  (item.below ?? []).reduce((sum, part) => sum + rowsBelow(part, item, width).length, 0)

export function List({ items, at, width, height, isFocused, onChoose }: ListProps) {
  const { from, to, hiddenRows } = useScroll({
    count: items.length,
    height,
    at,
    rowsOf: (i) => rowsOf(items[i]!, width),
  })
  return (
    <Box flexDirection="column" height={height} overflow="hidden" aria-role="list">
      <Box flexDirection="column" flexShrink={0} marginTop={-hiddenRows}>
        {items.slice(from, to).map((item, i) => (
          <Clickable key={item.id} onClick={onChoose && (() => onChoose(from + i))}>
            <Row item={item} width={width} isChosen={from + i === at} isFocused={isFocused} />
          </Clickable>
        ))}
      </Box>
    </Box>
  )
}

interface RowProps {
  item: Item
  width: number
  isChosen: boolean
  isFocused: boolean
}

const Row = memo(({ item, width, isChosen, isFocused }: RowProps) => {
  const look = useLook()
  const { parts, right = [], below = [], belowIndent = 0, indent = 0, isWrapped, isHeading } = item
  const { more } = look.signs
  const room = textWidth(item, width)
  const isBold = isChosen && isFocused
  const rightWidth = right.length ? cellsOf(textOfParts(right)) + 1 : 0
  return (
    <Selectable isChosen={isChosen} isFocused={isFocused} width={width}>
      <Box flexDirection="column" paddingLeft={indent}>
        {isWrapped ? (
          <Wrapped parts={parts} rows={ownRows(item, width, more)} bold={isBold} />
        ) : (
          <Box width={room} justifyContent="space-between">
            <Box width={room - rightWidth}>
              <Parts parts={parts} {...((isBold || isHeading) && { bold: true })} />
            </Box>
            {right.length > 0 && (
              <Box flexShrink={0}>
                <Parts parts={right} />
              </Box>
            )}
          </Box>
        )}
        {below.map((part, i) => (
          <Box key={i} paddingLeft={belowIndent}>
            <Wrapped parts={[typeof part === 'string' ? dim(part) : part]} rows={rowsBelow(part, item, width, more)} />
          </Box>
        ))}
      </Box>
    </Selectable>
  )
})

/** Shows rows that were wrapped before. All of them have the look of the parts, if these have one look. */
function Wrapped({ parts, rows, bold = false }: { parts: readonly Part[]; rows: readonly string[]; bold?: boolean }) {
  if (rows.length === 1) return <Parts parts={parts} {...(bold && { bold })} />
  const { text: _, ...look } = parts.length === 1 && typeof parts[0] === 'object' ? parts[0] : { text: '' }
  return (
    <Words isMultiline {...(bold && { bold })} {...look}>
      {rows.join('\n')}
    </Words>
  )
}

interface SelectableProps {
  isChosen: boolean
  isFocused: boolean
  width?: number
  children: ReactNode
}

const NO_EDGES = { topLeft: '', top: '', topRight: '', bottomLeft: '', bottom: '', bottomRight: '', right: '' }

/** The one look of what is selected: a bar at its left edge. */
export function Selectable({ isChosen, isFocused, width, children }: SelectableProps) {
  const look = useLook()
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
      flexShrink={0}
      {...(width !== undefined && { width })}
      {...(bar || { paddingLeft: BAR })}
      aria-role="listitem"
      aria-state={{ selected: isChosen }}
    >
      {children}
    </Box>
  )
}
