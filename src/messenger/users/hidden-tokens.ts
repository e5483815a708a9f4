// Hides the tokens of bots in the event log.

import type { Listener } from '../../event-log/event-log.ts'
import type { SecretMask } from '../../lib/secret-mask.ts'
import type { ReadStore } from '../../store/store.ts'

/** Above this number of hidden tokens, the oldest tokens of removed bots are no longer hidden. */
const MAX_TOKENS = 20_000

/** Hides the tokens of all current and future bots. Tokens of removed bots stay hidden until there are too many. */
export function hideTokens(
  store: ReadStore,
  { add, count, keepNewest }: SecretMask,
): Listener<'user' | 'bot' | 'world'> {
  let max = MAX_TOKENS

  function addAll() {
    const bots = store.bots.all()
    for (const { token } of bots) add(token)
    if (count() > max) keepNewest(Math.max(MAX_TOKENS / 2, bots.length))
    max = Math.max(MAX_TOKENS, 2 * bots.length)
  }

  addAll()
  return (entries) => {
    for (const entry of entries) {
      if (entry.type === 'world') addAll()
      else {
        const bot = store.bots.byId(entry.type === 'user' ? entry.user : entry.bot)
        if (bot) add(bot.token)
      }
    }
    if (count() > max) addAll()
  }
}
