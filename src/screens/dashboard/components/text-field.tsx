// A text field: its text with a cursor, or a placeholder.

import { useEmulator } from '../hooks/use-emulator.ts'
import { wrap } from '../text/cells.ts'
import type { Input } from '../text/input.ts'
import { Words } from './words.tsx'

interface TextFieldProps {
  input: Input
  width: number
  isFocused: boolean
  placeholder?: string | undefined
  maxRows?: number
}

/** Shows the rows around the cursor. */
export function TextField({ input, width, isFocused, placeholder = '', maxRows = 1 }: TextFieldProps) {
  const { cursor } = useEmulator().look.signs
  const { text, at } = input
  if (text === '')
    return (
      <Words>
        <Words bold>{isFocused ? cursor : ''}</Words>
        <Words dimColor>{placeholder}</Words>
      </Words>
    )
  if (!isFocused) return <Words>{text}</Words>
  const before = `${text.slice(0, at)}${cursor}`
  const rows = wrap(before + text.slice(at), width)
  const cursorRow = wrap(before, width).length - 1
  const first = Math.max(0, Math.min(cursorRow - Math.floor(maxRows / 2), rows.length - maxRows))
  return <Words isMultiline>{rows.slice(first, first + maxRows).join('\n')}</Words>
}
