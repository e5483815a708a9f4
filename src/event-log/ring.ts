// The last entries of a long list, each under a number of its own: a long day costs no more memory than a short one.

export interface Weight {
  readonly bytes: number
  /** The place of its entry in the order of all. */
  readonly order: number
  holders: number
}

/** How many bytes several lists may hold together: what more than one keeps of an entry counts once. */
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
  /** Numbers the entry, which is the ring's own from then on. */
  add(entry: Entry, weight: Weight): Numbered<Entry>
  /** Entries after an id, oldest first; the first so many of them. */
  since(id?: number, max?: number): Numbered<Entry>[]
  /** Unless it is gone by now. */
  get(id: number): Numbered<Entry> | undefined
  lastId(): number
  /** What the oldest weighs. */
  oldest(): Weight | undefined
  forgetOldest(): void
  /** Forgets all there is; the numbers go on. */
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
