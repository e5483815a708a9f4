// Tokens of bots that a reset has taken away. A test makes its bot again at once, while the bot's process runs on:
// a call that comes in between waits a little, instead of hearing that its token is unknown.

import { setTimeout } from 'node:timers'
import type { Listener } from '../../event-log/event-log.ts'
import type { ReadStore } from '../../store/store.ts'

const MAX_MS = 5000

export type ReturningBots = ReturnType<typeof createReturningBots>

export function createReturningBots() {
  const waiting = new Map<string, PromiseWithResolvers<void>>()

  function arrive(token: string) {
    waiting.get(token)?.resolve()
    waiting.delete(token)
  }

  return {
    expect(tokens: readonly string[]) {
      for (const token of tokens) if (!waiting.has(token)) waiting.set(token, Promise.withResolvers<void>())
      setTimeout(() => tokens.forEach(arrive), MAX_MS).unref()
    },
    arrive,
    giveUp: () => [...waiting.keys()].forEach(arrive),
    /** Resolves when the bot is there again, or is expected no longer. */
    arrival: (token: string): Promise<void> | undefined => waiting.get(token)?.promise,
  }
}

/** A bot that is made again is there from its commit on. */
export const noticeReturningBots =
  ({ store, returning }: { store: ReadStore; returning: ReturningBots }): Listener<'user' | 'bot'> =>
  (entries) => {
    for (const entry of entries) {
      const bot = store.bots.byId(entry.type === 'user' ? entry.user : entry.bot)
      if (bot) returning.arrive(bot.token)
    }
  }
