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
              title={row.length > 3 ? text : undefined}
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

function moveFocus(event: TargetedKeyboardEvent<HTMLElement>) {
  const focused = document.activeElement as HTMLElement
  const row = focused.parentElement
  const column = [...(row?.children ?? [])].indexOf(focused)
  const below = (other?: Element | null) => other?.children[column] ?? other?.lastElementChild
  const next = {
    ArrowUp: below(row?.previousElementSibling),
    ArrowDown: below(row?.nextElementSibling),
    ArrowLeft: focused.previousElementSibling,
    ArrowRight: focused.nextElementSibling,
  }[event.key]
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  for (const button of event.currentTarget.querySelectorAll('button')) button.tabIndex = button === next ? 0 : -1
  next.focus()
}
