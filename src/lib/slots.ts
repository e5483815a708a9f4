// Limits how many tasks run at the same time.

/** A task waits until enough slots are free; tasks start in the order of their arrival. */
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
