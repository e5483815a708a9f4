// Tokens of bots that a reset has taken away. A test makes its bot again at once, while the bot's process runs on:
// a call that comes in between waits a little, instead of hearing that its token is unknown.

import type { Listener } from '../../event-log/event-log.ts'
import { type Deferred, deferred } from '../../lib/deferred.ts'
import type { ReadStore } from '../../store/store.ts'

const MAX_MS = 5000

export type Resting = ReturnType<typeof createResting>

export function createResting() {
  const waiting = new Map<string, Deferred<void>>()

  function end(token: string) {
    waiting.get(token)?.resolve()
    waiting.delete(token)
  }

  return {
    begin(tokens: readonly string[]) {
      for (const token of tokens) if (!waiting.has(token)) waiting.set(token, deferred())
      setTimeout(() => tokens.forEach(end), MAX_MS).unref()
    },
    end,
    endAll: () => [...waiting.keys()].forEach(end),
    any: () => waiting.size > 0,
    /** Resolves when the bot is there again, or is expected no longer. */
    over: (token: string): Promise<void> | undefined => waiting.get(token)?.promise,
  }
}

/** A bot that is made again is there from its commit on. */
export const endResting =
  ({ store, resting }: { store: ReadStore; resting: Resting }): Listener =>
  (entries) => {
    if (!resting.any()) return
    for (const entry of entries) {
      const id = entry.type === 'user' ? entry.user : entry.type === 'bot' ? entry.bot : undefined
      const bot = id === undefined ? undefined : store.bots.byId(id)
      if (bot) resting.end(bot.token)
    }
  }
