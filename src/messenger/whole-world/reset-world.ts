// Takes things away: messages, what waits in queues, or the whole world.

import type { BotRow } from '../../store/tables/bots.ts'
import { moveClock } from '../service/move-clock.ts'
import { renewService } from '../service/service.ts'
import { highestUpdateId, riseAbove } from '../updates/update-ids.ts'
import { dropPendingUpdates } from '../updates/update-queue.ts'
import type { World } from '../world.ts'

export const LAYERS = ['messages', 'queues', 'faults', 'all'] as const
export type Layer = (typeof LAYERS)[number]

/** Of one bot, or, without one, of everybody. */
export function reset(world: World, layer: Layer, bot: BotRow | undefined) {
  if (layer === 'all' && !bot) return emptyWorld(world)
  if (layer === 'messages' || layer === 'all') forgetMessages(world, bot)
  if (layer === 'queues' || layer === 'all') emptyQueues(world, bot ? [bot] : world.store.bots.all())
  if (layer === 'faults' || layer === 'all') world.faults.clear(bot?.id)
  world.happened({ type: 'reset', layer, ...(bot && { bot: bot.id }) })
}

/** Chats stay, and their numbering goes on; what was sent no longer counts for any limit. A bot's are its private ones. */
function forgetMessages({ store }: World, bot: BotRow | undefined) {
  const { messages, privateChats, chats, spent, reached } = store
  messages.clear(bot?.id)
  privateChats.clear(bot?.id)
  if (!bot) chats.clear()
  spent.clear(bot?.id)
  reached.clear(bot?.id)
}

/** Nothing waits, and a webhook that has failed starts afresh. */
function emptyQueues(world: World, bots: BotRow[]) {
  for (const bot of bots) {
    dropPendingUpdates(world, bot)
    world.store.webhooks.retryNow(bot.id)
    world.happened({ type: 'webhook', bot: bot.id })
  }
}

/** Nobody and nothing is left, and the clock is the real one. Update ids go on rising, for bots that are made again. */
function emptyWorld(world: World) {
  const { store, faults, resting } = world
  const highest = highestUpdateId(world)
  const tokens = store.bots.all().map(({ token }) => token)
  store.tables.empty()
  riseAbove(world, highest)
  renewService(world)
  moveClock(world, (clock) => clock.restore({ offsetMs: 0, frozenAtMs: null }))
  faults.clear()
  resting.begin(tokens)
  world.happened({ type: 'world', how: 'reset' })
}
