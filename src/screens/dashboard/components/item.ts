// A row of a list, as plain data.

import type { Part } from './words.tsx'

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
  /** What Enter does. */
  run?(): void
}
