// The tokens of bots that a reset has removed and that may be created again.
//
// A test often creates its bot again right after a reset, while the bot's program keeps running. If the program calls
// in between, its call waits up to 5 seconds for a bot with its token instead of failing with 401.

import { setTimeout } from '../../../lib/real-timers.ts'
import type { Listener } from '../../event-log/event-log.ts'
import type { ReadStore } from '../../store/store.ts'

const MAX_MS = 5000

export type AwaitedTokens = ReturnType<typeof createAwaitedTokens>

interface AwaitedToken extends PromiseWithResolvers<void> {
  /** The number of the latest reset that removed the bot. The timer that an earlier reset has set is ignored. */
  reset: number
}

export function createAwaitedTokens() {
  const awaited = new Map<string, AwaitedToken>()
  let resets = 0

  function settle(token: string) {
    awaited.get(token)?.resolve()
    awaited.delete(token)
  }

  return {
    expect(tokens: readonly string[]) {
      const reset = ++resets
      for (const token of tokens) {
        awaited.set(token, { ...(awaited.get(token) ?? Promise.withResolvers<void>()), reset })
      }
      const expire = () => tokens.filter((token) => awaited.get(token)?.reset === reset).forEach(settle)
      setTimeout(expire, MAX_MS).unref()
    },
    settle,
    settleAll: () => [...awaited.keys()].forEach(settle),
    tokens: () => [...awaited.keys()],
    /** Resolves when a bot with this token exists again, or after 5 seconds. */
    wait: (token: string): Promise<void> | undefined => awaited.get(token)?.promise,
  }
}

/** Ends the waits for the token of a bot when the bot is created, or when a world with the bot is loaded. */
export const watchAwaitedTokens =
  ({ store, awaitedTokens }: { store: ReadStore; awaitedTokens: AwaitedTokens }): Listener<'user' | 'bot' | 'world'> =>
  (entries) => {
    for (const entry of entries) {
      if (entry.type === 'world') {
        for (const token of awaitedTokens.tokens()) if (store.bots.byToken(token)) awaitedTokens.settle(token)
        continue
      }
      const bot = store.bots.byId(entry.type === 'user' ? entry.user : entry.bot)
      if (bot) awaitedTokens.settle(bot.token)
    }
  }
