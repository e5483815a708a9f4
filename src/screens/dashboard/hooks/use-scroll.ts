// Chooses the visible items of a list, and moves as little as possible.

import { useRef } from 'react'

export interface ScrollOptions {
  count: number
  height: number
  /** The index of the item that must be visible; null shows the end of the list. */
  at: number | null
  /** The number of rows of an item. It is asked only of items near the visible ones. */
  rowsOf(index: number): number
}

export interface Visible {
  from: number
  to: number
  /** The rows of the first visible item that are above the window. */
  hiddenRows: number
  /** True if the items fill the window. A shorter list leaves rows empty. */
  isFull: boolean
}

/** Returns the visible range. An item taller than the window shows its beginning, or its end if `at` is null. */
export function useScroll({ count, height, at, rowsOf }: ScrollOptions): Visible {
  const first = useRef(0)
  let from = Math.min(first.current, Math.max(0, count - 1))
  let hiddenRows = 0
  const last = at ?? count - 1
  if (at !== null && at <= from) from = Math.max(0, at)
  else {
    // The first item from which all rows up to `last` fit.
    let rows = 0
    let lowest = last + 1
    while (lowest > 0 && rows < height) rows += rowsOf(--lowest)
    if (rows > height && at !== null) lowest = Math.min(last, lowest + 1)
    if (at === null) hiddenRows = Math.max(0, rows - height)
    from = at === null ? Math.max(0, lowest) : Math.max(from, lowest)
  }
  let to = from
  let rows = -hiddenRows
  while (to < count && rows < height) rows += rowsOf(to++)
  // A list that ends above the end of the window shows earlier items.
  while (to === count && from > 0 && at !== null && rows + rowsOf(from - 1) <= height) rows += rowsOf(--from)
  first.current = from
  return { from, to, hiddenRows, isFull: rows >= height }
}
