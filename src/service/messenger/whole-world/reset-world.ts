// Resets messages, pending updates, faults, or the whole world.

import type { BotRow } from '../../store/tables/bots.ts'
import { moveClock } from '../service/service.ts'
import { dropPendingUpdates, highestUpdateId, renumberAbove } from '../updates/update-queue.ts'
import type { Tx } from '../world.ts'
import { prepareWorld } from './archive.ts'

export const LAYERS = ['messages', 'queues', 'faults', 'all'] as const
export type Layer = (typeof LAYERS)[number]

/** Resets a part of the world, such as `messages`, for `bot` or all bots. `all` without `bot` empties the world. */
export function reset(tx: Tx, layer: Layer, bot: BotRow | undefined) {
  if (layer === 'all' && !bot) return emptyWorld(tx)
  if (layer === 'messages' || layer === 'all') clearMessages(tx, bot)
  if (layer === 'queues' || layer === 'all') emptyQueues(tx, bot ? [bot] : tx.store.bots.all())
  if (layer === 'faults' || layer === 'all') tx.faults.clear(bot?.id)
  tx.emit({ type: 'reset', layer, ...(bot && { bot: bot.id }) })
}

/** Deletes messages and resets the message limits. New message ids continue above the deleted ones. */
function clearMessages({ store }: Tx, bot: BotRow | undefined) {
  const { messages, privateChats, chats, ledger, dailyChats } = store
  messages.clear(bot?.id)
  privateChats.clear(bot?.id)
  if (!bot) chats.clear()
  ledger.clear(bot?.id)
  dailyChats.clear(bot?.id)
}

function emptyQueues(tx: Tx, bots: BotRow[]) {
  for (const bot of bots) {
    dropPendingUpdates(tx, bot)
    tx.store.webhooks.retryNow(bot.id)
    tx.emit({ type: 'webhook', bot: bot.id })
  }
}

/** Empties the world. Update ids keep rising, because a test may recreate a bot while its program keeps running. */
function emptyWorld(tx: Tx) {
  const { store, bytes, faults, awaitedTokens } = tx
  const highest = highestUpdateId(tx)
  const tokens = store.bots.all().map(({ token }) => token)
  bytes.discard(store.files.contents())
  store.empty()
  renumberAbove(tx, highest)
  prepareWorld(tx)
  moveClock(tx, (clock) => clock.restore({ offsetMs: 0, frozenAtMs: null }))
  faults.clear()
  faults.endDelays()
  awaitedTokens.expect(tokens)
  tx.emit({ type: 'world', how: 'reset' })
}
