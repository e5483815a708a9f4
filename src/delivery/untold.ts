// Deliveries that are yet to be told of: no receiver waits for those who only look on. Whatever comes after them is told
// after them all the same.

import type { Happening } from '../messenger/happening.ts'

export function createUntold(tell: (happening: Happening) => void) {
  const waiting: Happening[] = []

  function tellAll() {
    for (const happening of waiting.splice(0)) tell(happening)
  }

  return {
    /** Two turns from now the next one is under way: undici looks at a kept connection for a turn before it writes. */
    add(happening: Happening) {
      if (!waiting.length) setImmediate(() => setImmediate(tellAll))
      waiting.push(happening)
    },
    tellAll,
    forget: () => void waiting.splice(0),
  }
}
