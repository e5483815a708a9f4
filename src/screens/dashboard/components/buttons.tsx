// Inline keyboards and reply keyboards: rows of buttons of one width.

import { Box } from 'ink'
import { useEmulator } from '../hooks/use-emulator.ts'
import { Clickable } from '../hooks/use-mouse.tsx'
import { colourOf } from '../look.ts'
import { width as cellsOf, truncate } from '../text/cells.ts'
import { Words } from './words.tsx'

/** The cells of the two edges of a button. */
const EDGES = 4
const MIN_CELLS = EDGES + 3
const GAP = 1

interface ButtonsProps {
  rows: readonly (readonly string[])[]
  width: number
  /** The index of the chosen button among the buttons of all rows; -1 if none is chosen. */
  chosen: number
  onPress(index: number): void
}

export function Buttons({ rows, width, chosen, onPress }: ButtonsProps) {
  const perLine = Math.max(1, Math.floor((width + GAP) / (MIN_CELLS + GAP)))
  const columnsOf = (labels: readonly string[]) => Math.min(perLine, labels.length)
  const natural = (labels: readonly string[]) =>
    columnsOf(labels) * (Math.max(...labels.map(cellsOf)) + EDGES + GAP) - GAP
  const total = Math.min(width, Math.max(0, ...rows.map(natural)))
  return (
    <Box flexDirection="column" flexShrink={0} width={total}>
      {rows.map((labels, row) => {
        const first = rows.slice(0, row).flat().length
        const columns = columnsOf(labels)
        const room = total + GAP
        return (
          <Box key={first} flexWrap="wrap" columnGap={GAP}>
            {labels.map((label, i) => (
              <Button
                key={first + i}
                label={label}
                cells={Math.floor(room / columns) - GAP + (i % columns < room % columns ? 1 : 0)}
                isChosen={first + i === chosen}
                onPress={() => onPress(first + i)}
              />
            ))}
          </Box>
        )
      })}
    </Box>
  )
}

interface ButtonProps {
  label: string
  cells: number
  isChosen: boolean
  onPress(): void
}

export function Button({ label, cells, isChosen, onPress }: ButtonProps) {
  const { look } = useEmulator()
  const { open, close } = look.signs
  const room = Math.max(1, cells - EDGES)
  const text = truncate(label, room)
  const left = Math.floor((room - cellsOf(text)) / 2)
  const centred = `${' '.repeat(left)}${text}${' '.repeat(Math.max(0, room - cellsOf(text) - left))}`
  return (
    <Clickable onClick={onPress} aria-role="button" aria-state={{ selected: isChosen }}>
      {isChosen ? (
        <Words bold inverse {...colourOf(look, 'mark')}>{`[ ${centred} ]`}</Words>
      ) : (
        <Words underline={!look.isSpoken}>{`${open} ${centred} ${close}`}</Words>
      )}
    </Clickable>
  )
}
