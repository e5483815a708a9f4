// Measures servers in alternating rounds, so that other load affects all of them equally.

import { createLoad } from './load.mjs'
import { median } from './median.mjs'

const ROUNDS = 15
const SECONDS = 0.8

/** Measures the servers in `{ name: { port, requests } }`. Returns the requests per second by name, one per round. */
export async function alternate(targets, { rounds = ROUNDS, seconds = SECONDS } = {}) {
  const load = createLoad()
  const rates = Object.fromEntries(Object.keys(targets).map((name) => [name, []]))
  try {
    for (const target of Object.values(targets)) await load.run({ ...target, seconds })
    for (let round = 0; round < rounds; round++) {
      const order = Object.entries(targets)
      for (const [name, target] of round % 2 ? order.reverse() : order) {
        rates[name].push((await load.run({ ...target, seconds })).perSecond)
      }
    }
  } finally {
    await load.stop()
  }
  return rates
}

/** Returns the median over all rounds of our rate divided by theirs. */
export const ratioOf = (ours, theirs) => median(ours.map((rate, round) => rate / theirs[round]))
