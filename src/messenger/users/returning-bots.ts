// Tokens of bots that a reset has taken away. A test makes its bot again at once, while the bot's process runs on:
// a call that comes in between waits a little, instead of hearing that its token is unknown.

import { setTimeout } from 'node:timers'
import type { Listener } from '../../event-log/event-log.ts'
import type { ReadStore } from '../../store/store.ts'

const MAX_MS = 5000

export type ReturningBots = ReturnType<typeof createReturningBots>

interface Expected extends PromiseWithResolvers<void> {
  /** Which reset has taken it away last. */
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
    /** Those that are still expected. */
    tokens: () => [...waiting.keys()],
    /** Resolves when the bot is there again, or is expected no longer. */
    arrival: (token: string): Promise<void> | undefined => waiting.get(token)?.promise,
  }
}

/** A bot that is made again, or that another world brings back, is there from its commit on. */
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
