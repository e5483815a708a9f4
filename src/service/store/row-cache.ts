// The row cache. Cached rows stay valid because only this process writes to the database.

/** The maximum number of rows in a cache. A full cache is emptied before a row is added. */
const MAX_ROWS = 20_000

/** Combines two numbers into one cache key. */
export const pairOf = (a: number, b: number) => `${a} ${b}`
export const numbersIn = (key: string) => key.split(' ').map(Number)

/** All callers get the same row objects and must not modify them. */
export interface CachedRows<Key, Row> {
  get(key: Key): Row | undefined
  getOrThrow(key: Key): Row
  /** Changes columns of the row if it is cached. The caller writes the same values to the database. */
  change(key: Key, columns: Partial<Row>): void
  /** Invalidates the cached row; use it after an insert, a delete, or an update whose values SQL computes. */
  invalidate(key: Key): void
}

export interface RowCache {
  /** `tables` lists the tables from which `read` reads. `invalidate` of one of them empties the cache. */
  rowsOf<Key, Row extends object>(tables: readonly string[], read: (key: Key) => Row | undefined): CachedRows<Key, Row>
  invalidate(table: string): void
  clear(): void
  /** Returns the number of uncommitted changes. Given this number, `rollBack` evicts the rows of all later changes. */
  mark(): number
  rollBack(mark: number): void
  commit(): void
}

export function createRowCache(): RowCache {
  const kinds: { tables: readonly string[]; clear: () => void }[] = []
  /** For each change since the last commit, a function that evicts the changed rows if the change is rolled back. */
  const uncommitted: (() => void)[] = []

  function invalidateNowAndOnRollback(forget: () => void) {
    forget()
    uncommitted.push(forget)
  }

  return {
    rowsOf<Key, Row extends object>(tables: readonly string[], read: (key: Key) => Row | undefined) {
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

      const cached: CachedRows<Key, Row> = {
        get,
        getOrThrow(key) {
          const row = get(key)
          if (!row) throw new Error(`No row of ${tables[0]} has the key ${key}.`)
          return row
        },
        change(key, columns) {
          const row = rows.get(key)
          if (row) rows.set(key, { ...row, ...columns })
          uncommitted.push(() => rows.delete(key))
        },
        invalidate: (key) => invalidateNowAndOnRollback(() => rows.delete(key)),
      }
      return cached
    },
    invalidate(table) {
      for (const { tables, clear } of kinds) if (tables.includes(table)) invalidateNowAndOnRollback(clear)
    },
    clear() {
      for (const { clear } of kinds) invalidateNowAndOnRollback(clear)
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
