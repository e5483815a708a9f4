// The row cache: rows stay in memory, since no other program writes to the database.

/** The number of rows of one kind at which all of them are dropped. */
const MAX_ROWS = 20_000

/** Two numbers as one key, and back. */
export const pairOf = (a: number, b: number) => `${a} ${b}`
export const numbersIn = (key: string) => key.split(' ').map(Number)

/** Rows of one kind. They are shared, so no caller changes one in place. */
export interface CachedRows<Key, Row> {
  get(key: Key): Row | undefined
  /** Returns a row that is known to exist. */
  known(key: Key): Row
  /** Changes columns of the cached row; use it with a statement that sets them to the same values. */
  change(key: Key, columns: Partial<Row>): void
  /** Invalidates the cached row; use it after any insert, delete or computed update. */
  drop(key: Key): void
}

export interface RowCache {
  /** Caches the rows that a function reads. The tables are all those whose columns are in such a row. */
  rowsOf<Key, Row extends object>(tables: readonly string[], read: (key: Key) => Row | undefined): CachedRows<Key, Row>
  /** Invalidates all rows with columns of a table. */
  invalidate(table: string): void
  /** Invalidates all rows, because another world is in the database. */
  clear(): void
  /** Marks the state to which `rollBack` returns. */
  mark(): number
  rollBack(mark: number): void
  commit(): void
}

export function createRowCache(): RowCache {
  const kinds: { tables: readonly string[]; clear: () => void }[] = []
  /** One entry for each uncommitted change: it drops what the change may have left in the cache. */
  const uncommitted: (() => void)[] = []

  function drop(forget: () => void) {
    forget()
    uncommitted.push(forget)
  }

  return {
    rowsOf<Key, Row extends object>(
      tables: readonly string[],
      read: (key: Key) => Row | undefined,
    ): CachedRows<Key, Row> {
      const rows = new Map<Key, Row>()
      kinds.push({ tables, clear: () => rows.clear() })

      function get(key: Key): Row | undefined {
        const cached = rows.get(key)
        if (cached) return cached
        const row = read(key)
        if (rows.size === MAX_ROWS) rows.clear()
        if (row) rows.set(key, row)
        return row
      }

      return {
        get,
        known(key) {
          const row = get(key)
          if (!row) throw new Error(`No row of ${tables[0]} has the key ${key}.`)
          return row
        },
        change(key, columns) {
          const row = rows.get(key)
          if (row) rows.set(key, { ...row, ...columns })
          uncommitted.push(() => rows.delete(key))
        },
        drop: (key) => drop(() => rows.delete(key)),
      }
    },
    invalidate(table) {
      for (const { tables, clear } of kinds) if (tables.includes(table)) drop(clear)
    },
    clear() {
      for (const { clear } of kinds) drop(clear)
    },
    mark: () => uncommitted.length,
    rollBack(mark) {
      for (const forget of uncommitted.splice(mark)) forget()
    },
    commit() {
      uncommitted.length = 0
    },
  }
}
