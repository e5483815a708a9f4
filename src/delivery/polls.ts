// Keeps the waiting getUpdates call of each bot, and wakes it.

import type { RecordedOf } from '../event-log/entry.ts'
import type { Clock } from '../lib/clock.ts'

/** The reasons to wake a poll, in ascending priority. */
const WAKE_REASONS = ['news', 'time', 'gone', 'takeover'] as const
export type WakeReason = (typeof WAKE_REASONS)[number]

export interface Poll {
  /** Resolves with the reason when the poll is woken. Every reason except news is final and resolves later waits, too. */
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

  /** Ends the current poll of a bot, because a new call replaces it. */
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
    /** Wakes polls after events of their bot, and ends all polls if the world is replaced or the clock has moved. */
    onEntries(entries: readonly RecordedOf<'update' | 'webhook' | 'bot' | 'world' | 'cleared'>[]) {
      for (const entry of entries) {
        if ('bot' in entry) open.get(entry.bot)?.('news')
        else if (entry.type === 'world' || entry.clock_moved) endAll()
        // The woken call checks the token again, and fails if its bot was removed.
        else for (const wake of open.values()) wake('news')
      }
    },
    isOpen: (bot: number) => open.has(bot),
    /** Returns the bots with a waiting call. */
    bots: () => [...open.keys()],
    /** Ends all polls as if their time were over, so that bots ask anew. */
    renew() {
      for (const wake of open.values()) wake('time')
    },
    /** Ends all polls, because the emulator stops. */
    endAll,
  }
}
