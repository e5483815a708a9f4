// Limits how many tasks run at the same time.

/** Returns a function that runs a task when enough slots are free. The tasks start in the order of the calls. */
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
