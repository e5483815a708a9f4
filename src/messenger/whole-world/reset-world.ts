// Resets messages, pending updates, faults, or the whole world.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BotRow } from '../../store/tables/bots.ts'
import { moveClock } from '../service/service.ts'
import { dropPendingUpdates, highestUpdateId, renumberAbove } from '../updates/update-queue.ts'
import type { Tx } from '../world.ts'
import { type NewDatabase, prepareWorld, withUploadFolder } from './archive.ts'

export const LAYERS = ['messages', 'queues', 'faults', 'all'] as const
export type Layer = (typeof LAYERS)[number]

/** Resets a part of the world, such as `messages`, for `bot` or all bots. `all` without `bot` empties the world. */
export function reset(tx: Tx, layer: Layer, bot: BotRow | undefined, empty: NewDatabase | undefined) {
  if (layer === 'all' && !bot) return emptyWorld(tx, empty)
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
function emptyWorld(tx: Tx, empty: NewDatabase | undefined) {
  const { store, faults, awaitedTokens } = tx
  const highest = highestUpdateId(tx)
  const tokens = store.bots.all().map(({ token }) => token)
  function beginAnew() {
    renumberAbove(tx, highest)
    prepareWorld(tx)
    moveClock(tx, (clock) => clock.restore({ offsetMs: 0, frozenAtMs: null }))
    faults.clear()
    awaitedTokens.expect(tokens)
    tx.emit({ type: 'world', how: 'reset' })
  }
  if (empty) return tx.replaceStore(empty.next, beginAnew)
  store.empty()
  beginAnew()
}

const LARGE_WORLD_PAGES = 10_000

export function buildEmptyDatabase(tx: Tx): Promise<NewDatabase> | undefined {
  const { store } = tx
  if (store.pages() < LARGE_WORLD_PAGES) return undefined
  return withUploadFolder(tx, async (folder) => {
    const { newDatabase } = await import('../../store/archives/build-database.ts')
    const file = join(folder, 'next')
    await newDatabase(file, store.id, () => {})
    return { next: store.inMemory ? await readFile(file) : file }
  })
}
