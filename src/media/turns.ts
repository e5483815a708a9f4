// Lets only so many pieces of work run at once; the others wait for their turn, first come, first served.

export type Turns = <T>(work: () => Promise<T>) => Promise<T>

export function createTurns(most: number): Turns {
  let running = 0
  const waiting: (() => void)[] = []

  return async (work) => {
    if (running < most) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Whoever waits takes over the place.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
