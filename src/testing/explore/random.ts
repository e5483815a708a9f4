// Random choices from a seed: the same seed gives the same choices.

import { seededRandom } from '../../lib/seeded-random.ts'

export type Random = ReturnType<typeof createRandom>

export function createRandom(seed: number) {
  const next = seededRandom(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const chance = (probability: number) => next() < probability
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  return {
    below,
    chance,
    pick,
    between: (min: number, max: number) => min + below(max - min + 1),
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
