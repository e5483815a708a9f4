// Counts the file uploads in progress, for the limits on parallel transfers.

import { LIMITS } from '../../rules/limits.ts'
import { refuse } from '../../rules/refusals.ts'
import type { BotRow } from '../../store/tables/bots.ts'

export type Transfers = ReturnType<typeof createTransfers>

export type ReadTransfers = Pick<Transfers, 'requireSlot' | 'count' | 'countOverall'>

export function createTransfers() {
  const perBot = new Map<number, number>()
  let overall = 0

  const countOf = (bot: number) => perBot.get(bot) ?? 0

  function requireSlot(bot: BotRow) {
    const slots = { retry_after: LIMITS.transferRetrySeconds, bot: bot.first_name }
    const count = countOf(bot.id)
    if (count >= LIMITS.transfersPerBot) {
      refuse('retryAfter', 'transfersPerBot', { ...slots, used: count, allowed: LIMITS.transfersPerBot })
    }
    if (overall >= LIMITS.transfersOverall) {
      refuse('retryAfter', 'transfersOverall', { ...slots, used: overall, allowed: LIMITS.transfersOverall })
    }
  }

  return {
    requireSlot,
    /** Takes a slot for a transfer, and returns a function that frees it. Refuses the call if no slot is free. */
    takeSlot(bot: BotRow): () => void {
      requireSlot(bot)
      perBot.set(bot.id, countOf(bot.id) + 1)
      overall++
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        overall--
        const left = countOf(bot.id) - 1
        if (left) perBot.set(bot.id, left)
        else perBot.delete(bot.id)
      }
    },
    count: countOf,
    countOverall: () => overall,
  }
}
