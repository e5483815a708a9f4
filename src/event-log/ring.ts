// A ring buffer of numbered entries, and a memory budget that several rings share.

export interface Weight {
  readonly bytes: number
  /** The position of the entry in the order of all entries. */
  readonly order: number
  holders: number
}

/** The memory budget of several rings. An entry that is in more than one ring counts once. */
export interface Budget {
  readonly max: number
  used(): number
  hold(weight: Weight): void
  release(weight: Weight): void
}

export function createBudget(max: number): Budget {
  let used = 0
  return {
    max,
    used: () => used,
    hold(weight) {
      if (weight.holders++ === 0) used += weight.bytes
    },
    release(weight) {
      if (--weight.holders === 0) used -= weight.bytes
    },
  }
}

type Numbered<Entry> = Entry & { id: number }

export interface Ring<Entry> {
  /** Adds the entry and sets its id. The ring owns the object from then on. */
  add(entry: Entry, weight: Weight): Numbered<Entry>
  /** Returns up to `max` entries after an id, oldest first. */
  since(id?: number, max?: number): Numbered<Entry>[]
  /** Returns the entry, or undefined if it was evicted. */
  get(id: number): Numbered<Entry> | undefined
  lastId(): number
  /** Returns the size and global order of the oldest entry. */
  oldest(): Weight | undefined
  forgetOldest(): void
  /** Deletes all entries; the numbering continues. */
  clear(): void
}

export function createRing<Entry extends object>(kept: number, budget: Budget): Ring<Entry> {
  const entries: (Numbered<Entry> | undefined)[] = []
  const weights: (Weight | undefined)[] = []
  let last = 0
  let forgotten = 0

  const at = (id: number) => (id > forgotten && id <= last ? entries[(id - 1) % kept] : undefined)

  function forgetOldest() {
    const place = forgotten++ % kept
    const weight = weights[place]
    entries[place] = undefined
    weights[place] = undefined
    if (weight) budget.release(weight)
  }

  return {
    add(entry, weight) {
      if (last - forgotten === kept) forgetOldest()
      const place = last % kept
      const numbered = entry as Numbered<Entry>
      numbered.id = ++last
      entries[place] = numbered
      weights[place] = weight
      budget.hold(weight)
      return numbered
    },
    since(id = 0, max = kept) {
      const found: Numbered<Entry>[] = []
      const first = Math.max(id, forgotten) + 1
      for (let each = at(first); each && found.length < max; each = at(first + found.length)) found.push(each)
      return found
    },
    get: at,
    lastId: () => last,
    oldest: () => weights[forgotten % kept],
    forgetOldest,
    clear() {
      while (forgotten < last) forgetOldest()
    },
  }
}
