// Keeps the getUpdates call with which each bot waits for updates, and wakes it.

import type { RecordedOf } from '../event-log/entry.ts'
import type { Clock } from '../lib/clock.ts'

/**
 * The reasons to wake a waiting getUpdates call. If several reasons occur at once, the call gets the one that is last
 * in this list.
 */
const WAKE_REASONS = ['news', 'time', 'gone', 'takeover'] as const
export type WakeReason = (typeof WAKE_REASONS)[number]

export interface Poll {
  /**
   * Resolves with the reason when the waiting call is woken. `news` can be followed by another wait. Any other reason
   * ends the poll, and later calls of `wait` resolve at once.
   */
  wait(): Promise<WakeReason>
  leave(): void
}

export type Polls = ReturnType<typeof createPolls>

const priorityOf = (reason: WakeReason | undefined) => (reason === undefined ? -1 : WAKE_REASONS.indexOf(reason))

export function createPolls(clock: Clock) {
  const open = new Map<number, (reason: WakeReason) => void>()

  function endAll() {
    for (const wake of open.values()) wake('gone')
  }

  /** Ends the waiting getUpdates call of a bot, because a new getUpdates call of the same bot replaces it. */
  function takeOver(bot: number) {
    open.get(bot)?.('takeover')
  }

  return {
    takeOver,
    enter(bot: number, seconds: number, signal?: AbortSignal): Poll {
      takeOver(bot)
      let waiting = Promise.withResolvers<void>()
      let pending: WakeReason | undefined
      const wake = (reason: WakeReason) => {
        if (priorityOf(reason) > priorityOf(pending)) pending = reason
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
    /**
     * Wakes the waiting call of each bot that an event concerns. Ends all waiting calls if the world is replaced, or if
     * clearing the world has moved the clock.
     */
    onEntries(entries: readonly RecordedOf<'update' | 'webhook' | 'bot' | 'world' | 'cleared'>[]) {
      for (const entry of entries) {
        if ('bot' in entry) open.get(entry.bot)?.('news')
        else if (entry.type === 'world' || entry.clock_moved) endAll()
        // After the world was cleared without moving the clock, each waiting call checks its token again, and fails if
        // its bot was removed.
        else for (const wake of open.values()) wake('news')
      }
    },
    isOpen: (bot: number) => open.has(bot),
    /** Returns the ids of the bots that have a waiting getUpdates call. */
    bots: () => [...open.keys()],
    /** Ends all waiting getUpdates calls as if their timeouts had passed, so that the bots' programs call again. */
    renew() {
      for (const wake of open.values()) wake('time')
    },
    /** Ends all waiting getUpdates calls when the emulator stops. */
    endAll,
  }
}
