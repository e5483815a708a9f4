// A text field: its text with a cursor, or a placeholder.

import { Box } from 'ink'
import { useLook } from '../look.ts'
import { width as cellsOf, truncate, wrap } from '../text/cells.ts'
import type { Input } from '../text/input.ts'
import { Words } from './words.tsx'

interface TextFieldProps {
  input: Input
  width: number
  isFocused: boolean
  placeholder?: string | undefined
  /** A field of one row scrolls sideways. */
  maxRows?: number
}

/** A control character that marks the cursor while the text is wrapped. */
const MARKER = '\u0001'
const SANITIZED_MARKER = '\u2401'

export function rowsOfField({ text, at }: Input, width: number): { rows: string[]; cursorRow: number } {
  // A pasted text may contain the character that marks the cursor, so the character is replaced.
  const shown = text.replaceAll(MARKER, '\ufffd').replaceAll(SANITIZED_MARKER, '\ufffd')
  const rows = wrap(`${shown.slice(0, at)}${MARKER}${shown.slice(at)}`, width)
  return {
    rows,
    cursorRow: Math.max(
      0,
      rows.findIndex((row) => row.includes(SANITIZED_MARKER)),
    ),
  }
}

export function TextField({ input, width, isFocused, placeholder = '', maxRows = 1 }: TextFieldProps) {
  const { cursor, more } = useLook().signs
  const { text, at } = input
  if (text === '')
    return (
      <Words>
        <Words bold>{isFocused ? cursor : ''}</Words>
        <Words dimColor>{placeholder}</Words>
      </Words>
    )
  if (!isFocused) return <Words>{text}</Words>
  if (maxRows === 1) {
    const before = truncate(text.slice(0, at), width - 2, more, 'start')
    return (
      <Words>
        {before}
        <Words bold>{cursor}</Words>
        {text.slice(at, at + Math.max(0, width - cellsOf(before)))}
      </Words>
    )
  }
  const { rows, cursorRow } = rowsOfField(input, width)
  const first = Math.max(0, Math.min(cursorRow - Math.floor(maxRows / 2), rows.length - maxRows))
  return (
    <Box flexDirection="column">
      {rows.slice(first, first + maxRows).map((row, i) => {
        const [before = '', after] = row.split(SANITIZED_MARKER)
        return (
          <Words key={first + i}>
            {before}
            <Words bold>{after === undefined ? '' : cursor}</Words>
            {after ?? ''}
          </Words>
        )
      })}
    </Box>
  )
}
