// Chooses some elements of a list, evenly.

const GOLDEN_RATIO = 0.618

/** Returns `count` elements at equal distances. Another seed begins at another element. */
export function sampleEvenly<Element>(all: readonly Element[], count: number, seed: number): Element[] {
  if (count >= all.length) return [...all]
  const distance = all.length / count
  const first = ((seed * GOLDEN_RATIO) % 1) * distance
  return Array.from({ length: count }, (_, i) => all[Math.floor(first + i * distance)] as Element)
}
