// Keeps the getUpdates call with which each bot waits for updates, and wakes it.

import type { Clock } from '../../lib/clock.ts'
import type { RecordedOf } from '../event-log/entry.ts'

/** The reasons to wake a waiting getUpdates call. If several occur at once, the last one in this list wins. */
const WAKE_REASONS = ['news', 'time', 'gone', 'takeover'] as const
export type WakeReason = (typeof WAKE_REASONS)[number]

export interface Poll {
  /** Waits for the next reason to wake the call. The call can wait again after `news`; any other reason ends it. */
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

  /** Ends the waiting getUpdates call of a bot that has made another getUpdates call. */
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
     * Ends all waiting calls if the world is replaced, or if clearing it has moved the clock. Ends the call of a program
     * that was killed before the bot's next program starts, because its connection may break only later.
     */
    onEntries(entries: readonly RecordedOf<'update' | 'webhook' | 'bot' | 'world' | 'cleared' | 'program'>[]) {
      for (const entry of entries) {
        if (entry.type === 'program') {
          if (entry.how === 'started') open.get(entry.bot)?.('gone')
        } else if ('bot' in entry) open.get(entry.bot)?.('news')
        else if (entry.type === 'world' || entry.clock_moved) endAll()
        // Each waiting call checks its token again, because its bot may have been removed.
        else for (const wake of open.values()) wake('news')
      }
    },
    isOpen: (bot: number) => open.has(bot),
    bots: () => [...open.keys()],
    /** Ends all calls as if their timeouts had passed, so that the bots' programs call again. */
    renew() {
      for (const wake of open.values()) wake('time')
    },
    endAll,
  }
}
