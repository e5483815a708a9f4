// The rows of lists and the parts of lines, as plain data.

import type { TextProps } from 'ink'
import type { Tone } from '../look.ts'

/** A part of a line: plain text, or text with a look of its own. */
export type Part =
  | string
  | ({ text: string } & { tone?: Tone | undefined } & Pick<TextProps, 'bold' | 'dimColor' | 'color' | 'underline'>)

export const textOfParts = (parts: readonly Part[]) =>
  parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')

export const dim = (text: string): Part => ({ text, dimColor: true })
export const strong = (text: string, tone?: Tone): Part => ({ text, bold: true, tone })

/** A row of a list, as plain data. */
export interface Item {
  id: string
  parts: readonly Part[]
  /** Parts at the right end of the first row. */
  right?: readonly Part[]
  /** Lines below the first row, wrapped and dimmed. */
  below?: readonly Part[]
  indent?: number
  belowIndent?: number
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
  /** What Enter does. It closes the list, unless the item is a step on the way. */
  run?(): void
  isStep?: boolean
}

/** An item that is shown whole, however long it is. */
export const whole = (id: string, part: Part, more: Partial<Item> = {}): Item => ({
  id,
  parts: [part],
  isWrapped: true,
  isUnfolded: true,
  ...more,
})
/** An item that only says something. */
export const saying = (text: string, id = 'text') => whole(id, dim(text))
export const heading = (text: string): Item => ({ id: `heading ${text}`, parts: [strong(text)], isHeading: true })

/** The items of all that a view of the control API lists; without any, says `none`. */
export function listed<One>(all: readonly One[] | undefined, none: string, itemsOf: (one: One) => Item[]): Item[] {
  if (!all) return [saying('Loading')]
  return all.length ? all.flatMap(itemsOf) : [saying(none)]
}
