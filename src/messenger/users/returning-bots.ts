// The tokens of bots that a reset has removed and that may be created again.
//
// A test often creates its bot again right after a reset, while the bot's program keeps running. A call in between waits a
// few seconds for its token instead of failing with 401.

import { setTimeout } from 'node:timers'
import type { Listener } from '../../event-log/event-log.ts'
import type { ReadStore } from '../../store/store.ts'

const MAX_MS = 5000

export type ReturningBots = ReturnType<typeof createReturningBots>

interface Expected extends PromiseWithResolvers<void> {
  /** The number of the last reset that removed the bot. */
  reset: number
}

export function createReturningBots() {
  const waiting = new Map<string, Expected>()
  let resets = 0

  function arrive(token: string) {
    waiting.get(token)?.resolve()
    waiting.delete(token)
  }

  return {
    expect(tokens: readonly string[]) {
      const reset = ++resets
      for (const token of tokens) {
        waiting.set(token, { ...(waiting.get(token) ?? Promise.withResolvers<void>()), reset })
      }
      const expire = () => tokens.filter((token) => waiting.get(token)?.reset === reset).forEach(arrive)
      setTimeout(expire, MAX_MS).unref()
    },
    arrive,
    giveUp: () => [...waiting.keys()].forEach(arrive),
    tokens: () => [...waiting.keys()],
    /** Returns a promise that resolves when the token is valid again or the wait is over; undefined if it is not awaited. */
    arrival: (token: string): Promise<void> | undefined => waiting.get(token)?.promise,
  }
}

/** Ends the wait for a token when a bot with it is created, or when another world that has the bot is loaded. */
export const noticeReturningBots =
  ({ store, returningBots }: { store: ReadStore; returningBots: ReturningBots }): Listener<'user' | 'bot' | 'world'> =>
  (entries) => {
    for (const entry of entries) {
      if (entry.type === 'world') {
        for (const token of returningBots.tokens()) if (store.bots.byToken(token)) returningBots.arrive(token)
        continue
      }
      const bot = store.bots.byId(entry.type === 'user' ? entry.user : entry.bot)
      if (bot) returningBots.arrive(bot.token)
    }
  }
