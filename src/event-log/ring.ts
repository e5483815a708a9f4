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

export interface Ring<Entry> {
  /** Numbers the entry, which is the ring's own from then on. */
  add(entry: Entry, weight: Weight): Entry & { id: number }
  /** Entries after an id, oldest first; the first so many of them. */
  since(id?: number, max?: number): (Entry & { id: number })[]
  /** Unless it is gone by now. */
  get(id: number): (Entry & { id: number }) | undefined
  lastId(): number
  /** What the oldest weighs. */
  oldest(): Weight | undefined
  forgetOldest(): void
  /** Forgets all there is; the numbers go on. */
  clear(): void
}

interface Place<Entry> {
  entry: Entry & { id: number }
  weight: Weight
}

export function createRing<Entry extends object>(kept: number, budget: Budget): Ring<Entry> {
  const places: (Place<Entry> | undefined)[] = []
  let last = 0
  let forgotten = 0

  const at = (id: number) => (id > forgotten && id <= last ? places[(id - 1) % kept] : undefined)

  function forgetOldest() {
    const place = places[forgotten % kept]
    places[forgotten++ % kept] = undefined
    if (place) budget.release(place.weight)
  }

  return {
    add(entry, weight) {
      if (last - forgotten === kept) forgetOldest()
      const numbered = Object.assign(entry, { id: ++last })
      places[(last - 1) % kept] = { entry: numbered, weight }
      budget.hold(weight)
      return numbered
    },
    since(id = 0, max = kept) {
      const found: (Entry & { id: number })[] = []
      const first = Math.max(id, forgotten) + 1
      for (let each = at(first); each && found.length < max; each = at(first + found.length)) found.push(each.entry)
      return found
    },
    get: (id) => at(id)?.entry,
    lastId: () => last,
    oldest: () => at(forgotten + 1)?.weight,
    forgetOldest,
    clear() {
      while (forgotten < last) forgetOldest()
    },
  }
}
