// A ring buffer of numbered entries, and a memory budget that several rings share.

export interface Weight {
  readonly bytes: number
  /** The position of the entry among the entries of all rings that share the budget. The lowest is evicted first. */
  readonly order: number
  holders: number
}

/** The memory that several rings share. An entry that is in more than one ring counts once. */
export interface Budget {
  used: number
}

type Numbered<Entry> = Entry & { id: number }

export interface Ring<Entry> {
  /** Adds an entry and sets the id in the same object. The caller must not change the object afterwards. */
  add(entry: Entry, weight: Weight): Numbered<Entry>
  /** Returns the entries after an id, with the oldest first. */
  since(id?: number, max?: number): Numbered<Entry>[]
  /** Returns undefined if the entry was evicted. */
  get(id: number): Numbered<Entry> | undefined
  lastId(): number
  oldest(): Weight | undefined
  evictOldest(): void
  /** Deletes all entries. The ids of later entries continue after the deleted ones. */
  clear(): void
}

export function createRing<Entry extends object>(capacity: number, budget: Budget): Ring<Entry> {
  const entries: (Numbered<Entry> | undefined)[] = []
  const weights: (Weight | undefined)[] = []
  let last = 0
  let lastEvicted = 0

  const at = (id: number) => (id > lastEvicted && id <= last ? entries[(id - 1) % capacity] : undefined)

  function evictOldest() {
    const index = lastEvicted++ % capacity
    const weight = weights[index]
    entries[index] = undefined
    weights[index] = undefined
    if (weight && --weight.holders === 0) budget.used -= weight.bytes
  }

  return {
    add(entry, weight) {
      if (last - lastEvicted === capacity) evictOldest()
      const index = last % capacity
      const numbered = entry as Numbered<Entry>
      numbered.id = ++last
      entries[index] = numbered
      weights[index] = weight
      if (weight.holders++ === 0) budget.used += weight.bytes
      return numbered
    },
    since(id = 0, max = capacity) {
      const found: Numbered<Entry>[] = []
      const first = Math.max(id, lastEvicted) + 1
      for (let each = at(first); each && found.length < max; each = at(first + found.length)) found.push(each)
      return found
    },
    get: at,
    lastId: () => last,
    oldest: () => weights[lastEvicted % capacity],
    evictOldest,
    clear() {
      while (lastEvicted < last) evictOldest()
    },
  }
}
