// A list that is built while it is read: whoever sends it may do so in slices.

export function* eachRow<Row, View>(rows: Iterable<Row>, show: (row: Row) => View): Generator<View, void> {
  for (const row of rows) yield show(row)
}
