// Whoever is shown to a bot, the bot has seen from then on, and may ask for by id.

import type { Tx } from '../world.ts'

export function markSeen({ store: { seenUsers } }: Tx, bot: { id: number }, shown: unknown) {
  for (const id of usersIn(shown)) if (id !== bot.id && !seenUsers.has(bot.id, id)) seenUsers.add(bot.id, id)
}

/** Every user in an answer or an update; nothing else on the wire says whether it is a bot. */
export function usersIn(value: unknown): number[] {
  const ids: number[] = []
  const look = (at: unknown) => {
    if (typeof at !== 'object' || at === null) return
    if ('is_bot' in at && 'id' in at) ids.push(at.id as number)
    else for (const inner of Object.values(at)) look(inner)
  }
  look(value)
  return ids
}
