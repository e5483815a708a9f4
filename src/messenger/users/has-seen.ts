// Whether a bot has seen a user: in what it was given, or in what waits for it and may be received at any moment.

import type { BotRow } from '../../store/tables/bots.ts'
import { eachWaiting } from '../updates/update-queue.ts'
import type { Read } from '../world.ts'
import { usersIn } from './mark-seen.ts'

export function hasSeen(read: Read, bot: BotRow, user: number): boolean {
  return user === bot.id || read.store.seen.has(bot.id, user) || waits(read, bot, user)
}

/** Most updates are passed over without being parsed. */
function waits(read: Read, bot: BotRow, user: number): boolean {
  const sign = `"id":${user},`
  for (const { body } of eachWaiting(read, bot, sign)) {
    if (body.includes(sign) && [...usersIn(JSON.parse(body))].includes(user)) return true
  }
  return false
}
