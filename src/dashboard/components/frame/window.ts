// Which part of a long list is drawn: never more rows than there is room for.

/**
 * The rows around the chosen block, or the last ones when none is chosen.
 * Blocks are drawn only as far as they are seen, so a long list costs no more than a short one.
 */
export function around<Row>(
  count: number,
  block: (i: number) => readonly Row[],
  chosen: number | null,
  room: number,
  /** Rows of the chosen block that were read already. */
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
  // What comes after has half of what is left, and more where little comes before.
  const most = Math.max(half, left - before.length)
  return [...before, ...rows, ...below(chosen, most).slice(0, most)].slice(-room)
}

/** Never past the end. */
export function partOf<Row>(rows: readonly Row[], from: number, room: number): readonly Row[] {
  const first = Math.max(0, Math.min(from, rows.length - room))
  return rows.slice(first, first + room)
}

/** Of a list whose items have a row each those around the chosen one, with their numbers. */
export function shownOf<Item>(items: readonly Item[], chosen: number, room: number): { item: Item; i: number }[] {
  const first = Math.max(0, Math.min(chosen - Math.floor(room / 2), items.length - room))
  return items.slice(first, first + room).map((item, n) => ({ item, i: first + n }))
}

/** What has not changed is not drawn again: kept as long as what it was drawn of, under all that it looks like. */
export function drawnOnce<Of extends object, Row>() {
  const kept = new WeakMap<Of, { key: string; rows: readonly Row[] }>()
  return (of: Of, looks: readonly unknown[], draw: () => readonly Row[]): readonly Row[] => {
    const key = JSON.stringify(looks)
    const known = kept.get(of)
    if (known?.key === key) return known.rows
    const rows = draw()
    kept.set(of, { key, rows })
    return rows
  }
}
