// What happened not long ago, by key: entries of the present stretch of time and of the one before are kept.

type Key = string | number

interface Timed {
  at_ms: number
}

export interface SlidingWindow<Entry> {
  lengthMs: number
  /** Which stretch of this length is the present one. */
  stretch: number
  present: Map<Key, Entry[]>
  past: Map<Key, Entry[]>
}

export const slidingWindow = <Entry>(lengthMs: number): SlidingWindow<Entry> => ({
  lengthMs,
  stretch: 0,
  present: new Map(),
  past: new Map(),
})

/** Forgets what no window that ends at this moment or later holds. */
export function slideTo<Entry>(window: SlidingWindow<Entry>, nowMs: number) {
  const stretch = Math.floor(nowMs / window.lengthMs)
  if (stretch <= window.stretch) return
  window.past = stretch === window.stretch + 1 ? window.present : new Map()
  window.present = new Map()
  window.stretch = stretch
}

/** In the order of their time: the machine's clock may have been set back in between. */
export function addTo<Entry extends Timed>(
  { stretch, lengthMs, present, past }: SlidingWindow<Entry>,
  key: Key,
  entry: Entry,
) {
  const part = entry.at_ms < stretch * lengthMs ? past : present
  const entries = part.get(key)
  if (!entries) return void part.set(key, [entry])
  const before = entries.findLastIndex(({ at_ms }) => at_ms <= entry.at_ms)
  entries.splice(before + 1, 0, entry)
}

/** The entries of a key after a moment that is no further back than the window is long; none where they are too few. */
export function entriesAfter<Entry extends Timed>(
  { past, present }: SlidingWindow<Entry>,
  key: Key,
  afterMs: number,
  least = 1,
): Entry[] {
  const older = past.get(key) ?? []
  const recent = present.get(key) ?? []
  const deciding = recent.at(-least) ?? older.at(recent.length - least)
  if (!deciding || deciding.at_ms <= afterMs) return []
  return [...older, ...recent].filter(({ at_ms }) => at_ms > afterMs)
}
