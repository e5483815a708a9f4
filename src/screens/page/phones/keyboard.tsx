// The keyboard of a bot. Tab reaches one button; arrow keys move between the buttons.

import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'
import { plural } from '../../../lib/safe-text.ts'
import { Button } from '../controls.tsx'
import { isReadOnly } from '../traffic/history.ts'

interface Props {
  /** What the keyboard consists of: `button`, or `key` if it replaces the person's own keyboard. */
  of: string
  rows: readonly (readonly string[])[]
  /** Row and column are counted from 1. */
  onPress?(row: number, column: number): void
  /** Draws a text, whose row and column are counted from 0. By default, the text stays as it is. */
  draw?(text: string, row: number, column: number): ComponentChildren
}

export function Keyboard({ of, rows, onPress, draw }: Props) {
  return (
    <fieldset class="keyboard" onKeyDown={moveFocus}>
      <legend class="hidden">{plural(rows.flat().length, of)}</legend>
      {rows.map((row, at) => (
        <div key={at} class="row">
          {row.map((text, place) => (
            <Button
              key={place}
              tabIndex={at || place ? -1 : 0}
              disabled={isReadOnly.value}
              onClick={() => onPress?.(at + 1, place + 1)}
            >
              {draw ? draw(text, at, place) : text}
            </Button>
          ))}
        </div>
      ))}
    </fieldset>
  )
}

const MOVES: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

function moveFocus(event: TargetedKeyboardEvent<HTMLElement>) {
  const move = MOVES[event.key]
  const focused = document.activeElement
  const rows = [...event.currentTarget.querySelectorAll('.row')].map((row) => [...row.querySelectorAll('button')])
  const rowAt = rows.findIndex((row) => row.some((button) => button === focused))
  const row = rows[rowAt]
  if (!move || !row) return
  event.preventDefault()
  const column = row.indexOf(focused as HTMLButtonElement) + move[1]
  const nextRow = rows[rowAt + move[0]] ?? row
  const next = nextRow[Math.max(0, Math.min(column, nextRow.length - 1))]
  for (const button of rows.flat()) button.tabIndex = button === next ? 0 : -1
  next?.focus()
}
