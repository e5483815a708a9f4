// Limits how much work runs at the same time.

/** Returns a function that runs work in arrival order, as soon as enough of the slots are free. */
export function createSlots(free: number): <T>(work: () => Promise<T>, slots?: number) => Promise<T> {
  const waiting: { slots: number; start: () => void }[] = []

  function startWaiting() {
    for (let [next] = waiting; next && next.slots <= free; [next] = waiting) {
      free -= next.slots
      waiting.shift()
      next.start()
    }
  }

  return async (work, slots = 1) => {
    await new Promise<void>((start) => {
      waiting.push({ slots, start })
      startWaiting()
    })
    try {
      return await work()
    } finally {
      free += slots
      startWaiting()
    }
  }
}
