// Counts the file transfers in progress, in memory because they end with their requests.

import { LIMITS } from '../../spec/limits.ts'
import { refuse } from '../../spec/refusals.ts'
import type { BotRow } from '../../store/tables/bots.ts'

export type Transfers = ReturnType<typeof createTransfers>

/** The read-only view of the transfers. */
export type ReadTransfers = Pick<Transfers, 'requirePlace' | 'used' | 'usedOverall'>

export function createTransfers() {
  const perBot = new Map<number, number>()
  let overall = 0

  const usedBy = (bot: number) => perBot.get(bot) ?? 0

  function requirePlace(bot: BotRow) {
    const slots = { retry_after: LIMITS.transferRetrySeconds, bot: bot.first_name }
    const used = usedBy(bot.id)
    if (used >= LIMITS.transfersPerBot) {
      refuse('retryAfter', 'transfersPerBot', { ...slots, used, allowed: LIMITS.transfersPerBot })
    }
    if (overall >= LIMITS.transfersOverall) {
      refuse('retryAfter', 'transfersOverall', { ...slots, used: overall, allowed: LIMITS.transfersOverall })
    }
  }

  return {
    requirePlace,
    /** Takes a slot and returns a function that releases it once, even if it is called again. */
    take(bot: BotRow): () => void {
      requirePlace(bot)
      perBot.set(bot.id, usedBy(bot.id) + 1)
      overall++
      let held = true
      return () => {
        if (!held) return
        held = false
        overall--
        const left = usedBy(bot.id) - 1
        if (left) perBot.set(bot.id, left)
        else perBot.delete(bot.id)
      }
    },
    used: usedBy,
    usedOverall: () => overall,
  }
}
