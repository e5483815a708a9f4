// Hides the tokens of bots in the event log.

import type { Listener } from '../../event-log/event-log.ts'
import type { SecretMask } from '../../lib/secret-mask.ts'
import type { ReadStore } from '../../store/store.ts'

/**
 * Adds the tokens of all bots to the mask that hides secrets. Returns a listener that adds the tokens of new bots.
 * Tokens that are no longer in use stay hidden.
 */
export function hideTokens(store: ReadStore, { add }: SecretMask): Listener<'user' | 'bot' | 'world'> {
  const addAll = () => {
    for (const { token } of store.bots.all()) add(token)
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
  }
}
