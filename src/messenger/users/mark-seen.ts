// Whoever is shown to a bot, the bot has seen from then on, and may ask for by id.

import type { BotRow } from '../../store/tables/bots.ts'
import type { Tx } from '../world.ts'

export function markSeen(tx: Tx, bot: BotRow, shown: unknown) {
  for (const id of usersIn(shown)) if (id !== bot.id) tx.store.seen.add(bot.id, id)
}

/** Every user in an answer or an update; nothing else on the wire says whether it is a bot. */
function* usersIn(value: unknown): Generator<number> {
  if (typeof value !== 'object' || value === null) return
  if ('is_bot' in value && 'id' in value) yield value.id as number
  else for (const inner of Object.values(value)) yield* usersIn(inner)
}
