// The last entries of a long list, each under a number of its own: a long day costs no more memory than a short one.

export interface Ring<Entry> {
  add(entry: Entry): Entry & { id: number }
  /** Entries after an id, oldest first; the first so many of them. */
  since(id?: number, max?: number): (Entry & { id: number })[]
  /** Unless it is gone by now. */
  get(id: number): (Entry & { id: number }) | undefined
  lastId(): number
  /** Forgets all there is; the numbers go on. */
  clear(): void
}

export function createRing<Entry extends object>(kept: number): Ring<Entry> {
  const entries: (Entry & { id: number })[] = []
  let last = 0
  let forgotten = 0
  return {
    add(entry) {
      const numbered = { ...entry, id: ++last }
      entries[(last - 1) % kept] = numbered
      return numbered
    },
    since(id = 0, max = kept) {
      const first = Math.max(id, forgotten, last - kept) + 1
      const length = Math.min(max, Math.max(0, last - first + 1))
      return Array.from({ length }, (_, i) => entries[(first + i - 1) % kept]!)
    },
    get(id) {
      const entry = entries[(id - 1) % kept]
      return entry?.id === id ? entry : undefined
    },
    lastId: () => last,
    clear() {
      entries.length = 0
      forgotten = last
    },
  }
}
