// Random choices from a seed: the same seed gives the same choices.

export type Random = ReturnType<typeof createRandom>

/** How often a range gives its smallest or its largest number, at which bots fail most. */
const EDGE_SHARE = 0.15

export function createRandom(seed: number) {
  const next = mulberry32(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const chance = (probability: number) => next() < probability
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  return {
    below,
    chance,
    pick,
    between: (min: number, max: number) => (chance(EDGE_SHARE) ? pick([min, max]) : min + below(max - min + 1)),
    pickWeighted<Item extends { weight: number }>(items: readonly Item[]): Item {
      const total = items.reduce((sum, { weight }) => sum + weight, 0)
      let rest = next() * total
      const picked = items.find(({ weight }) => {
        rest -= weight
        return rest < 0
      })
      return picked ?? (items.at(-1) as Item)
    },
  }
}

/** Returns the generator mulberry32, which gives numbers from 0 up to, but not including, 1. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
