// The generator mulberry32: the same seed gives the same numbers from 0 to 1.

/** The environment variable with the seed of a bot's random numbers. */
export const SEED_VARIABLE = 'BOT_EMULATOR_SEED'

export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
