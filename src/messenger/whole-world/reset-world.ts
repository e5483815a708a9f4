// Takes things away: messages, what waits in queues, or the whole world.

import type { BotRow } from '../../store/tables/bots.ts'
import { moveClock } from '../service/move-clock.ts'
import { highestUpdateId, riseAbove } from '../updates/update-ids.ts'
import { dropPendingUpdates } from '../updates/update-queue.ts'
import type { Tx } from '../world.ts'
import type { Next } from './archive.ts'
import { settle } from './settle.ts'

export const LAYERS = ['messages', 'queues', 'faults', 'all'] as const
export type Layer = (typeof LAYERS)[number]

/** Of one bot, or, without one, of everybody. */
export function reset(tx: Tx, layer: Layer, bot: BotRow | undefined, empty: Next | undefined) {
  if (layer === 'all' && !bot) return emptyWorld(tx, empty)
  if (layer === 'messages' || layer === 'all') forgetMessages(tx, bot)
  if (layer === 'queues' || layer === 'all') emptyQueues(tx, bot ? [bot] : tx.store.bots.all())
  if (layer === 'faults' || layer === 'all') tx.faults.clear(bot?.id)
  tx.emit({ type: 'reset', layer, ...(bot && { bot: bot.id }) })
}

/** Chats stay, and their numbering goes on; what was sent no longer counts for any limit. A bot's are its private ones. */
function forgetMessages({ store }: Tx, bot: BotRow | undefined) {
  const { messages, privateChats, chats, ledger, dailyChats } = store
  messages.clear(bot?.id)
  privateChats.clear(bot?.id)
  if (!bot) chats.clear()
  ledger.clear(bot?.id)
  dailyChats.clear(bot?.id)
}

/** Nothing waits, and a webhook that has failed starts afresh. */
function emptyQueues(tx: Tx, bots: BotRow[]) {
  for (const bot of bots) {
    dropPendingUpdates(tx, bot)
    tx.store.webhooks.retryNow(bot.id)
    tx.emit({ type: 'webhook', bot: bot.id })
  }
}

/** Nobody and nothing is left, and the clock is the real one. Update ids go on rising, for bots that are made again. */
function emptyWorld(tx: Tx, empty: Next | undefined) {
  const { store, faults, returning } = tx
  const highest = highestUpdateId(tx)
  const tokens = store.bots.all().map(({ token }) => token)
  function begin() {
    riseAbove(tx, highest)
    settle(tx)
    moveClock(tx, (clock) => clock.restore({ offsetMs: 0, frozenAtMs: null }))
    faults.clear()
    returning.expect(tokens)
    tx.emit({ type: 'world', how: 'reset' })
  }
  if (empty) return tx.replaceStore(empty.next, begin)
  store.empty()
  begin()
}
