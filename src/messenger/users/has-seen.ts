// Whether a bot has seen a user: in what it was given, or in what waits for it and may be received at any moment.

import { Problem } from '../../lib/problem.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import { firstWaiting } from '../updates/update-queue.ts'
import type { Read } from '../world.ts'
import { usersIn } from './mark-seen.ts'

/**
 * Thrown where a search through a long queue has not come to its end: the call begins again in another turn, and searches
 * from there. Only an emulator that is closing lets the problem through.
 */
export class UnfinishedSearch extends Problem {
  constructor(readonly next: number) {
    super('stopped', 'The emulator was stopped while it searched what waits.', 'Call again when it runs.')
  }
}

/** An update that is put back below `searchFrom` meanwhile counts for later calls: this one came before it. */
export function hasSeen(read: Read, bot: BotRow, user: number, searchFrom: number | undefined): boolean {
  return user === bot.id || read.store.seenUsers.has(bot.id, user) || waits(read, bot, user, searchFrom)
}

/** Most updates are passed over without being parsed. */
function waits(read: Read, bot: BotRow, user: number, searchFrom = 0): boolean {
  const first = firstWaiting(read, bot)
  if (first === undefined) return false
  const { bodies, next } = read.store.updates.search(bot.id, Math.max(first, searchFrom), `"id":${user},`)
  if (bodies.some((body) => usersIn(JSON.parse(body)).includes(user))) return true
  if (next === undefined) return false
  throw new UnfinishedSearch(next)
}
