// Random choices from a seed: the same seed gives the same choices.

import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

export type Random = ReturnType<typeof createRandom>

const PRECISION = 1_000_000

export function createRandom(seed: number) {
  const generator = xoroshiro128plus(seed)
  const below = (limit: number) => uniformInt(generator, 0, limit - 1)
  return {
    below,
    chance: (probability: number) => below(PRECISION) < probability * PRECISION,
    pick: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item,
    pickWeighted<Item extends { weight: number }>(items: readonly Item[]): Item {
      const total = items.reduce((sum, { weight }) => sum + weight, 0)
      let rest = (below(PRECISION) / PRECISION) * total
      const picked = items.find(({ weight }) => {
        rest -= weight
        return rest < 0
      })
      return picked ?? (items.at(-1) as Item)
    },
  }
}
