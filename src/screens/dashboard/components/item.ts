// A row of a list, as plain data.

import { dim, type Part, strong } from './words.tsx'

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

/** An item that only says something. */
export const saying = (text: string, id = 'text'): Item => ({ id, parts: [dim(text)], isWrapped: true })
export const heading = (text: string): Item => ({ id: `heading ${text}`, parts: [strong(text)], isHeading: true })

/** The items of all that a view of the control API lists; without any, says `none`. */
export function listed<One>(all: readonly One[] | undefined, none: string, itemsOf: (one: One) => Item[]): Item[] {
  if (!all) return [saying('Loading')]
  return all.length ? all.flatMap(itemsOf) : [saying(none)]
}
