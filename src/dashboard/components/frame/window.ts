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
  if (count === 0 || room <= 0) return []
  if (chosen === null) return tail(count, block, room)
  const lines = partOf(block(chosen), from, room)
  let above = chosen - 1
  let below = chosen + 1
  let under = 0
  const half = Math.floor((room - lines.length) / 2)
  const rows: Row[] = [...lines]
  while (under < half && below < count) {
    const more = block(below++)
    rows.push(...more)
    under += more.length
  }
  let over = 0
  while (rows.length < room && above >= 0) {
    const more = block(above--)
    rows.unshift(...more)
    over += more.length
  }
  while (rows.length < room && below < count) rows.push(...block(below++))
  return trimAround(rows, over, lines.length, room)
}

/** Never past the end. */
export function partOf<Row>(rows: readonly Row[], from: number, room: number): readonly Row[] {
  const first = Math.max(0, Math.min(from, rows.length - room))
  return rows.slice(first, first + room)
}

function tail<Row>(count: number, block: (i: number) => readonly Row[], room: number): Row[] {
  const rows: Row[] = []
  for (let i = count - 1; i >= 0 && rows.length < room; i--) rows.unshift(...block(i))
  return rows.slice(-room)
}

/** Cuts what is too much at the end that is farther from the chosen rows. */
function trimAround<Row>(rows: Row[], first: number, chosen: number, room: number): Row[] {
  const tooMuch = Math.max(0, rows.length - room)
  const below = rows.length - first - chosen
  const fromBelow = Math.min(tooMuch, Math.max(0, below - Math.floor((room - chosen) / 2)))
  const from = Math.min(tooMuch - fromBelow, first)
  return rows.slice(from, from + room)
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
