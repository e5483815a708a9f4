// Maps a list lazily.

/** Rows are built while the list is read, so that a long list can be sent in slices. */
export function* eachRow<Row, View>(rows: Iterable<Row>, show: (row: Row) => View): Generator<View, void> {
  for (const row of rows) yield show(row)
}
