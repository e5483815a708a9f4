// Rows kept at hand: nobody else writes to the database, so that what was read once need not be read again.

/** Of each kind. */
const MIN_KEPT = 10_000

/** Two numbers as one key, and back. */
export const pairOf = (a: number, b: number) => `${a} ${b}`
export const numbersIn = (key: string) => key.split(' ').map(Number)

/** Rows of one kind. Nobody changes a row in place: others hold the same one. */
export interface Rows<Key, Row> {
  /** The row, read from the database where it is not at hand. */
  get(key: Key): Row | undefined
  /** The row of what is known to be there. */
  known(key: Key): Row
  /** Goes with a statement that changes some columns of a row. */
  change(key: Key, columns: Partial<Row>): void
  /** Goes with a statement that adds a row, takes it away, or changes it in ways that only the database knows. */
  drop(key: Key): void
}

interface Kind {
  /** The tables whose columns show in its rows. */
  tables: readonly string[]
  kept: RecentMap<unknown, unknown>
  read(key: unknown): unknown
}

export interface RowsAtHand {
  /** For a test, which compares them with the database. */
  readonly kinds: readonly Kind[]
  keep<Key, Row extends object>(tables: readonly string[], read: (key: Key) => Row | undefined): Rows<Key, Row>
  /** Goes with a statement that changes many rows of a table, or what other rows show of it. */
  changed(table: string): void
  /** Another world stands in the database. */
  replaced(): void
  /** What a transaction has to remember as it begins, to roll back to. */
  mark(): number
  rollBack(mark: number): void
  commit(): void
}

export function createRowsAtHand(): RowsAtHand {
  const kinds: Kind[] = []
  /** Each forgets what a statement has changed that is not committed yet. */
  const uncommitted: (() => void)[] = []

  function drop(forget: () => void) {
    forget()
    uncommitted.push(forget)
  }

  return {
    kinds,
    keep<Key, Row extends object>(tables: readonly string[], read: (key: Key) => Row | undefined): Rows<Key, Row> {
      const kept = createRecentMap<Key, Row>(MIN_KEPT)
      kinds.push({ tables, kept, read } as Kind)
      function get(key: Key): Row | undefined {
        const row = kept.get(key)
        if (row) return row
        const fresh = read(key)
        if (fresh) kept.set(key, fresh)
        return fresh
      }
      return {
        get,
        known(key) {
          const row = get(key)
          if (!row) throw new Error(`No row of ${tables[0]} has the key ${key}.`)
          return row
        },
        change(key, columns) {
          const row = kept.get(key)
          if (row) kept.set(key, { ...row, ...columns })
          uncommitted.push(() => kept.delete(key))
        },
        drop: (key) => drop(() => kept.delete(key)),
      }
    },
    changed(table) {
      for (const { tables, kept } of kinds) if (tables.includes(table)) drop(kept.clear)
    },
    replaced() {
      for (const { kept } of kinds) drop(kept.clear)
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

/** A map that forgets what has not been used for long. */
interface RecentMap<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
  delete(key: Key): void
  clear(): void
  entries(): [Key, Value][]
}

/** Keeps at least `size` of the entries last used, and fewer than twice as many. */
export function createRecentMap<Key, Value>(size: number): RecentMap<Key, Value> {
  let recent = new Map<Key, Value>()
  let older = new Map<Key, Value>()

  function set(key: Key, value: Value) {
    recent.set(key, value)
    if (recent.size < size) return
    older = recent
    recent = new Map()
  }

  return {
    get(key) {
      const value = recent.get(key)
      if (value !== undefined) return value
      const old = older.get(key)
      if (old !== undefined) set(key, old)
      return old
    },
    set,
    delete(key) {
      recent.delete(key)
      older.delete(key)
    },
    clear() {
      recent = new Map()
      older = new Map()
    },
    entries: () => [...new Map([...older, ...recent])],
  }
}
