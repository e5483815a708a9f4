// Limits how many pieces of work run at the same time.

/** Returns a function that runs work at once, or as soon as a slot is free. */
export function createSlots(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []

  return async (work) => {
    if (running < most) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The next waiting work takes over the slot, so `running` does not change.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
