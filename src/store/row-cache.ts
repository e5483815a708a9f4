// The row cache. Cached rows stay valid because only this process writes to the database.

/** The maximum number of rows in one cache. If another row is read beyond it, all rows of that cache are evicted first. */
const MAX_ROWS = 20_000

/** Joins two numbers to a single cache key. `numbersIn` splits the key into the numbers again. */
export const pairOf = (a: number, b: number) => `${a} ${b}`
export const numbersIn = (key: string) => key.split(' ').map(Number)

/** The cached rows of one table or join. All callers get the same row objects and must not modify them. */
export interface CachedRows<Key, Row> {
  get(key: Key): Row | undefined
  /** Returns the row with this key, cached or read from the table. Throws if the row does not exist. */
  known(key: Key): Row
  /**
   * Changes columns of the row if it is cached. The caller also runs a statement that writes the same values to the
   * database.
   */
  change(key: Key, columns: Partial<Row>): void
  /** Invalidates the cached row; use it after any insert, delete or computed update. */
  drop(key: Key): void
}

export interface RowCache {
  /** Creates a cache for the rows that `read` returns. `tables` lists every table whose columns are in these rows. */
  rowsOf<Key, Row extends object>(tables: readonly string[], read: (key: Key) => Row | undefined): CachedRows<Key, Row>
  /** Invalidates all cached rows that include columns of the table. */
  invalidate(table: string): void
  /** Invalidates all cached rows. Call it when another world fills the database. */
  clear(): void
  /**
   * Returns the current position in the list of uncommitted changes. `rollBack` invalidates the rows that were changed
   * after it.
   */
  mark(): number
  rollBack(mark: number): void
  commit(): void
}

export function createRowCache(): RowCache {
  const kinds: { tables: readonly string[]; clear: () => void }[] = []
  /**
   * One function for each change since the last commit. A rollback calls it to invalidate the cached rows of that change.
   */
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
