// How many bytes the record may hold: what several lists keep of one entry counts once.

export interface Weight {
  readonly bytes: number
  /** The place of its entry in the order of all. */
  readonly order: number
  holders: number
}

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
