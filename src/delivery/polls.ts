// Open getUpdates calls: one for each bot, woken when something happens to it, ended when another comes.

import type { RecordedOf } from '../event-log/entry.ts'
import type { Clock } from '../lib/clock.ts'

/** Of several reasons at once the last of these counts. */
const AWAKENINGS = ['news', 'time', 'gone', 'takeover'] as const
export type Awakening = (typeof AWAKENINGS)[number]

export interface Poll {
  /** Resolves when there is reason to look again; an end stays one. */
  wait(): Promise<Awakening>
  leave(): void
}

export type Polls = ReturnType<typeof createPolls>

const weight = (reason: Awakening | undefined) => (reason === undefined ? -1 : AWAKENINGS.indexOf(reason))

export function createPolls(clock: Clock) {
  const open = new Map<number, (reason: Awakening) => void>()

  function endAll() {
    for (const wake of open.values()) wake('gone')
  }

  /** A new call of a bot ends its earlier one. */
  function takeOver(bot: number) {
    open.get(bot)?.('takeover')
  }

  return {
    takeOver,
    enter(bot: number, seconds: number, signal?: AbortSignal): Poll {
      takeOver(bot)
      let waiting = Promise.withResolvers<void>()
      let pending: Awakening | undefined
      const wake = (reason: Awakening) => {
        if (weight(reason) > weight(pending)) pending = reason
        waiting.resolve()
      }
      open.set(bot, wake)
      const cancelTimer = clock.timeout(seconds * 1000, () => wake('time'))
      const hangUp = () => wake('gone')
      if (signal?.aborted) hangUp()
      else signal?.addEventListener('abort', hangUp, { once: true })
      return {
        async wait() {
          await waiting.promise
          const reason = pending!
          if (reason === 'news') {
            pending = undefined
            waiting = Promise.withResolvers<void>()
          }
          return reason
        },
        leave() {
          cancelTimer()
          signal?.removeEventListener('abort', hangUp)
          if (open.get(bot) === wake) open.delete(bot)
        },
      }
    },
    /** Whoever waits looks again where something concerns the bot, and at once where the world or its clock is another. */
    onEntries(entries: readonly RecordedOf<'update' | 'webhook' | 'bot' | 'world' | 'cleared'>[]) {
      for (const entry of entries) {
        if ('bot' in entry) open.get(entry.bot)?.('news')
        else if (entry.type === 'world' || entry.clock_moved) endAll()
        // A bot that was not kept is refused by its token then.
        else for (const wake of open.values()) wake('news')
      }
    },
    isOpen: (bot: number) => open.has(bot),
    /** Ends all of them, for a stop. */
    endAll,
  }
}
