// Delivers updates to webhooks: in order, one at a time, with retries.

import type { Delivery, RecordedOf } from '../event-log/entry.ts'
import { stopwatch } from '../lib/clock.ts'
import { firstUpdates, markUsersSeen, msToLive } from '../messenger/updates/update-queue.ts'
import type { World } from '../messenger/world.ts'
import { LIMITS } from '../spec/limits.ts'
import type { WebhookRow } from '../store/tables/bots.ts'
import type { UpdateRow } from '../store/tables/updates.ts'
import { deliverUnderFaults, reorderUnderFaults } from './delivery-faults.ts'
import { createPost, type Outcome, type Post } from './post.ts'

/** The delivery loop of one bot. */
interface DeliveryLoop {
  post: Post
  /** True if another world has replaced the world of the updates. */
  isAbandoned?: true
  isRunning: boolean
  /** The number of changes of the webhook. A failure counts only for the webhook to which the update was sent. */
  webhookChanges: number
  cancelRetry?: () => void
  /** The id of an update that was delivered and, because of a fault, is delivered a second time. */
  repeatedId?: number | undefined
  /** The next updates, last one first, read in advance. Invalidated by any event of the bot except new updates. */
  lookahead?: { webhook: WebhookRow; updates: UpdateRow[] } | undefined
}

const LOOKAHEAD = 64

interface Next {
  webhook: WebhookRow
  update: UpdateRow
  /** The number of failed attempts so far. */
  failures: number
}

export function createWebhookDelivery(world: World) {
  const loops = new Map<number, DeliveryLoop>()
  let isStopped = false

  /** Starts the bot's delivery loop, unless it is running or waiting for a retry. */
  function wake(bot: number) {
    if (isStopped) return
    let loop = loops.get(bot)
    if (!loop && world.store.webhooks.get(bot)) {
      loop = { post: createPost(world.clock), isRunning: false, webhookChanges: 0 }
      loops.set(bot, loop)
    }
    if (loop && !loop.isRunning && !loop.cancelRetry) void deliverAll(bot, loop)
  }

  /** Restarts the delivery after a change of the bot, its webhook or its queue. */
  function restart(bot: number) {
    const loop = loops.get(bot)
    if (loop) resetLoop(loop)
    wake(bot)
  }

  function resetLoop(loop: DeliveryLoop) {
    loop.lookahead = undefined
    loop.cancelRetry?.()
    loop.cancelRetry = undefined
  }

  async function deliverAll(bot: number, loop: DeliveryLoop) {
    loop.isRunning = true
    try {
      // `isRunning` is reset in the same turn in which no update is found, so no call of `wake` is lost.
      for (let next = nextFor(bot, loop); next && !loop.isAbandoned; next = nextFor(bot, loop)) {
        const waitMs = next.failures ? next.webhook.retry_at_ms - world.clock.ms() : 0
        // Later updates wait for this one at most until it expires.
        if (waitMs > 0) return retryLater(bot, loop, Math.min(waitMs, msToLive(world, next.update)))
        if (!(await deliver(bot, loop, next))) loop.lookahead = undefined
      }
      if (!isStopped && !loop.isAbandoned && !world.store.webhooks.get(bot)) await closeLoop(bot, loop)
    } catch {
      // The database failed, perhaps because the disk is full. The entry of the delivery reports the error.
      if (!isStopped && !loop.isAbandoned) retryLater(bot, loop, LIMITS.webhookRetrySeconds * 1000)
    } finally {
      loop.lookahead = undefined
      loop.isRunning = false
    }
  }

  function retryLater(bot: number, loop: DeliveryLoop, delayMs: number) {
    loop.cancelRetry = world.clock.after(delayMs, () => restart(bot))
  }

  function nextFor(bot: number, loop: DeliveryLoop): Next | undefined {
    if (isStopped) return undefined
    const update = loop.lookahead?.updates.pop()
    if (update && msToLive(world, update) > 0) return { webhook: loop.lookahead!.webhook, update, failures: 0 }
    return readAhead(bot, loop)
  }

  /** Reads the next updates from the database. Returns undefined for a suspended bot, whose updates stay pending. */
  function readAhead(id: number, loop: DeliveryLoop): Next | undefined {
    const webhook = world.store.webhooks.get(id)
    const bot = webhook && world.store.bots.byId(id)
    if (!bot || bot.suspended) return undefined
    const [update, ...updates] = world.transact((tx) => firstUpdates(tx, bot, LOOKAHEAD))
    loop.lookahead = { webhook, updates: updates.reverse() }
    return update && { webhook, update, failures: webhook.failed_update === update.update_id ? webhook.failures : 0 }
  }

  /** Makes one delivery attempt. Returns true if the first pending update is delivered and done. */
  async function deliver(bot: number, loop: DeliveryLoop, next: Next): Promise<boolean> {
    const elapsed = stopwatch()
    const at = world.clock.ms() / 1000
    const { webhook } = next
    const update = reorderUnderFaults(world, bot, next.update)
    const inOrder = update === next.update
    const failures = inOrder ? next.failures : 0
    const { webhookChanges } = loop
    const send = () => loop.post.send(world.service, webhook, update.body)
    const isRepeated = loop.repeatedId === update.update_id
    const { repeats, ...outcome } = await deliverUnderFaults(world, bot, update, { send, isRepeated })
    // The loop was stopped during the request, so the answer is ignored and the update stays pending.
    if (isStopped || loop.isAbandoned) return false
    if (outcome.error === null) loop.repeatedId = repeats && update.update_id
    const delivery: Omit<Delivery, 'id'> = {
      at,
      bot,
      update,
      url: webhook.url,
      attempt: failures + 1,
      ...outcome,
      duration_ms: elapsed(),
    }
    try {
      const isCounted = loop.webhookChanges === webhookChanges
      const retryAtMs = repeats
        ? undefined
        : world.store.withoutTransaction(() => storeOutcome(update, failures, isCounted, outcome))
      if (retryAtMs !== undefined) delivery.retry_at = retryAtMs / 1000
    } catch (error) {
      delivery.error = `The answer could not be recorded: ${(error as Error).message}`
      throw error
    } finally {
      world.log.append([{ type: 'delivery', delivery }])
    }
    return inOrder && !repeats && outcome.error === null
  }

  /** Stores the outcome, usually with one statement, and returns the time of the next attempt after a failure that counts. */
  function storeOutcome(
    update: UpdateRow,
    failures: number,
    isCounted: boolean,
    { status, error }: Outcome,
  ): number | undefined {
    const { bot, update_id } = update
    if (status !== null) markUsersSeen(world, { id: bot }, update)
    if (error === null) world.store.updates.remove(bot, update_id)
    else if (isCounted) {
      const retry_at_ms = world.clock.ms() + Math.min(2 ** failures, LIMITS.webhookRetrySeconds) * 1000
      world.store.webhooks.fail({
        bot,
        failures: failures + 1,
        failed_update: update_id,
        retry_at_ms,
        last_error_date: world.clock.seconds(),
        last_error_message: error,
      })
      return retry_at_ms
    }
    return undefined
  }

  async function closeLoop(bot: number, loop: DeliveryLoop) {
    loops.delete(bot)
    resetLoop(loop)
    await loop.post.close()
  }

  function wakeAll() {
    if (!isStopped) world.store.webhooks.bots().forEach(wake)
  }

  /** Ends all delivery loops, because their updates belong to the replaced world, and starts new ones. */
  function restartForNewWorld() {
    for (const [bot, loop] of loops) {
      loop.isAbandoned = true
      void closeLoop(bot, loop)
    }
    wakeAll()
  }

  return {
    wakeAll,
    /** Returns true if a request is under way. */
    isDelivering: () => [...loops.values()].some(({ isRunning }) => isRunning),
    onEntries(entries: readonly RecordedOf<'update' | 'webhook' | 'bot' | 'world' | 'cleared' | 'acknowledged'>[]) {
      for (const entry of entries) {
        if (entry.type === 'update') wake(entry.bot)
        else if (entry.type === 'webhook' || entry.type === 'bot') {
          const loop = 'replaced' in entry && loops.get(entry.bot)
          if (loop) loop.webhookChanges++
          restart(entry.bot)
        } else if (entry.type === 'world' || entry.type === 'cleared') restartForNewWorld()
        else for (const loop of loops.values()) loop.lookahead = undefined
      }
    },
    /** Stops all deliveries. An update without an answer so far stays pending. */
    async stop() {
      isStopped = true
      await Promise.all([...loops].map(([bot, loop]) => closeLoop(bot, loop)))
    },
  }
}
