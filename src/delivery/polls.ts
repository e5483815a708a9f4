// Open getUpdates calls: one for each bot, woken when something happens to it, ended when another comes.

import type { Clock } from '../lib/clock.ts'
import { deferred } from '../lib/deferred.ts'

export type Awakening = 'news' | 'time' | 'takeover' | 'gone'

export interface Poll {
  /** Resolves when there is reason to look again. */
  wait(): Promise<Awakening>
  leave(): void
}

export type Polls = ReturnType<typeof createPolls>

export function createPolls(clock: Clock) {
  const open = new Map<number, (reason: Awakening) => void>()
  return {
    /** A new call ends the bot's earlier one. */
    enter(bot: number, seconds: number, signal?: AbortSignal): Poll {
      open.get(bot)?.('takeover')
      let waiting = deferred<Awakening>()
      let early: Awakening | undefined
      const wake = (reason: Awakening) => {
        if (early !== 'takeover') early = reason
        waiting.resolve(reason)
      }
      open.set(bot, wake)
      const cancelTimer = clock.after(seconds * 1000, () => wake('time'))
      const hangUp = () => wake('gone')
      signal?.addEventListener('abort', hangUp, { once: true })
      return {
        async wait() {
          if (early === undefined) await waiting.promise
          const reason = early!
          early = undefined
          waiting = deferred()
          return reason
        },
        leave() {
          cancelTimer()
          signal?.removeEventListener('abort', hangUp)
          if (open.get(bot) === wake) open.delete(bot)
        },
      }
    },
    wake: (bot: number) => open.get(bot)?.('news'),
    isOpen: (bot: number) => open.has(bot),
    /** Ends all of them, for a stop. */
    endAll() {
      for (const wake of open.values()) wake('gone')
    },
  }
}
