// Measures for how long a bot must be idle until it is done.

import { isPoll } from '../../../control/describe/call.ts'
import type { PeoplePlay } from './play-people.ts'

const USUAL_SECONDS = 0.15
const LEAST_SECONDS = 0.05
const MOST_SECONDS = 0.6
const FACTOR = 3

/**
 * Returns 0 for a bot that made each call before it confirmed the update: it is busy until it is done. Another bot
 * seems idle already while it handles an update, so it gets three times its longest delay.
 */
export function quietSecondsOf(play?: Pick<PeoplePlay, 'events' | 'bot'>): number {
  if (!play) return USUAL_SECONDS
  const pending = new Set<number>()
  let idleSince = Number.NEGATIVE_INFINITY
  const delays: number[] = []
  for (const event of play.events) {
    if (event.bot !== play.bot && event.type !== 'call') continue
    if (event.type === 'update') pending.add(event.update_id)
    else if (event.type === 'acknowledged') for (const id of [...pending]) if (id < event.below) pending.delete(id)
    if (event.type === 'delivery' && event.error === null && event.update_id !== undefined)
      pending.delete(event.update_id)
    if (pending.size) idleSince = event.at
    else if (event.type === 'call' && event.call.bot === play.bot && !isPoll(event.call.method))
      delays.push(event.at - idleSince)
  }
  if (!delays.length) return 0
  const longest = Math.max(...delays)
  return longest > 0 ? Math.min(Math.max(FACTOR * longest, LEAST_SECONDS), MOST_SECONDS) : USUAL_SECONDS
}
