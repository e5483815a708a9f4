// The row cache. Other programs cannot write to the database, so rows stay valid.

/** The number of cached rows of one kind. When it is reached, all of them are evicted. */
const MAX_ROWS = 20_000

/** Joins two numbers to one cache key, which `numbersIn` splits again. */
export const pairOf = (a: number, b: number) => `${a} ${b}`
export const numbersIn = (key: string) => key.split(' ').map(Number)

/** Cached rows of one kind. Callers share the objects and must not change them. */
export interface CachedRows<Key, Row> {
  get(key: Key): Row | undefined
  /** Returns the row, or throws if it does not exist. */
  known(key: Key): Row
  /** Changes columns of the cached row; use it with a statement that sets them to the same values. */
  change(key: Key, columns: Partial<Row>): void
  /** Invalidates the cached row; use it after any insert, delete or computed update. */
  drop(key: Key): void
}

export interface RowCache {
  /** Caches the rows that a function reads. `tables` lists every table whose columns are in such a row. */
  rowsOf<Key, Row extends object>(tables: readonly string[], read: (key: Key) => Row | undefined): CachedRows<Key, Row>
  /** Invalidates all rows that include columns of the table. */
  invalidate(table: string): void
  /** Invalidates all rows, for use when another world fills the database. */
  clear(): void
  /** Returns a mark of the current state for `rollBack`. */
  mark(): number
  rollBack(mark: number): void
  commit(): void
}

export function createRowCache(): RowCache {
  const kinds: { tables: readonly string[]; clear: () => void }[] = []
  /** A function for each uncommitted change, which invalidates the rows that the change may have cached. */
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
