// What happened not long ago, by key: entries of the present stretch of time and of the one before are kept.

type Key = string | number

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

export function addTo<Entry>({ present }: SlidingWindow<Entry>, key: Key, entry: Entry) {
  const entries = present.get(key)
  if (entries) entries.push(entry)
  else present.set(key, [entry])
}

/** The entries of a key after a moment that is no further back than the window is long. */
export function entriesAfter<Entry extends { at_ms: number }>(
  { past, present }: SlidingWindow<Entry>,
  key: Key,
  afterMs: number,
): Entry[] {
  const entries = [...(past.get(key) ?? []), ...(present.get(key) ?? [])].filter(({ at_ms }) => at_ms > afterMs)
  // The machine's clock may have been set back in between.
  return entries.sort((a, b) => a.at_ms - b.at_ms)
}
