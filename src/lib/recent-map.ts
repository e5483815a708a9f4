// A map that forgets what has not been used for long.

export interface RecentMap<Key, Value> {
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
