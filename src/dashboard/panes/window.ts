// The part of a long list that is drawn: never more rows than there is room for.

/**
 * Returns the rows around the chosen block, or the last rows if no block is chosen.
 * It asks only for the blocks that are visible, so a long list costs no more than a short one.
 */
export function around<Row>(
  count: number,
  block: (i: number) => readonly Row[],
  chosen: number | null,
  room: number,
  /** The first row of the chosen block that is shown. */
  from = 0,
): Row[] {
  if (room <= 0) return []
  const above = (before: number, enough: number) => {
    const rows: Row[] = []
    for (let i = before - 1; i >= 0 && rows.length < enough; i--) rows.unshift(...block(i))
    return rows
  }
  const below = (after: number, enough: number) => {
    const rows: Row[] = []
    for (let i = after + 1; i < count && rows.length < enough; i++) rows.push(...block(i))
    return rows
  }
  if (chosen === null || count === 0) return above(count, room).slice(-room)
  const rows = partOf(block(chosen), from, room)
  const left = room - rows.length
  const half = Math.floor(left / 2)
  const before = above(chosen, left - below(chosen, half).length)
  // The blocks below get half of the rest, and more if there is little above.
  const rest = Math.max(half, left - before.length)
  return [...before, ...rows, ...below(chosen, rest).slice(0, rest)].slice(-room)
}

/** Returns a part of the rows, moved up if it would pass the end. */
export function partOf<Row>(rows: readonly Row[], from: number, room: number): readonly Row[] {
  const first = Math.max(0, Math.min(from, rows.length - room))
  return rows.slice(first, first + room)
}

/** Returns the items around the chosen one, with their indexes. */
export function shownOf<Item>(items: readonly Item[], chosen: number, room: number): { item: Item; i: number }[] {
  const first = Math.max(0, Math.min(chosen - Math.floor(room / 2), items.length - room))
  return items.slice(first, first + room).map((item, n) => ({ item, i: first + n }))
}
