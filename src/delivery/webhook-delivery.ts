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

/** The state of the loop that delivers a bot's updates to its webhook. */
interface DeliveryLoop {
  post: Post
  /** True if the world to which the updates of this loop belong has been replaced or cleared. */
  isAbandoned?: true
  isRunning: boolean
  /**
   * The number of times that the bot's webhook was set or removed. If it changes during a request, a failure of the
   * request is not counted for the new webhook.
   */
  webhookChanges: number
  cancelRetry?: () => void
  /** The id of an update that was delivered and that an injected fault delivers a second time. */
  repeatedId?: number | undefined
  /**
   * The next pending updates, read from the database in advance, in reverse order. They are read again after a change
   * of the bot, its webhook or its queue, except when new updates are added.
   */
  lookahead?: { webhook: WebhookRow; updates: UpdateRow[] } | undefined
}

const LOOKAHEAD = 64

interface Next {
  webhook: WebhookRow
  update: UpdateRow
  /** The number of attempts to deliver this update that have failed so far. */
  failures: number
}

export function createWebhookDelivery(world: World) {
  const loops = new Map<number, DeliveryLoop>()
  let isStopped = false

  /** Starts the bot's delivery loop, unless it is running already or is waiting for a retry. */
  function wake(bot: number) {
    if (isStopped) return
    let loop = loops.get(bot)
    if (!loop && world.store.webhooks.get(bot)) {
      loop = { post: createPost(world.clock), isRunning: false, webhookChanges: 0 }
      loops.set(bot, loop)
    }
    if (loop && !loop.isRunning && !loop.cancelRetry) void deliverAll(bot, loop)
  }

  /**
   * Ends the wait for a retry, discards updates read in advance, and starts the delivery loop if it is not running.
   * Called after a change of the bot or its webhook, and when a retry is due.
   */
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
      // `isRunning` becomes false in the same turn of the event loop in which no pending update is found. An update
      // that arrives later therefore starts the loop again.
      for (let next = nextFor(bot, loop); next && !loop.isAbandoned; next = nextFor(bot, loop)) {
        const waitMs = next.failures ? next.webhook.retry_at_ms - world.clock.ms() : 0
        // The updates behind a failed one wait until it is delivered or expires, so the loop continues at the latest
        // when it expires.
        if (waitMs > 0) return retryLater(bot, loop, Math.min(waitMs, msToLive(world, next.update)))
        if (!(await deliver(bot, loop, next))) loop.lookahead = undefined
      }
      if (!isStopped && !loop.isAbandoned && !world.store.webhooks.get(bot)) await closeLoop(bot, loop)
    } catch {
      // Reached if the database fails, for example because the disk is full: the loop tries again later. If the outcome
      // of a delivery could not be stored, its entry in the event log contains the error.
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

  /**
   * Reads the next pending updates of a bot from the database and returns the first one. Returns undefined if none is
   * pending, or if the bot is suspended, so that its updates stay pending.
   */
  function readAhead(id: number, loop: DeliveryLoop): Next | undefined {
    const webhook = world.store.webhooks.get(id)
    const bot = webhook && world.store.bots.byId(id)
    if (!bot || bot.suspended) return undefined
    const [update, ...updates] = world.transact((tx) => firstUpdates(tx, bot, LOOKAHEAD))
    loop.lookahead = { webhook, updates: updates.reverse() }
    return update && { webhook, update, failures: webhook.failed_update === update.update_id ? webhook.failures : 0 }
  }

  /**
   * Makes one attempt to deliver an update. Returns true if the update was delivered, was the first pending one, and is
   * not to be repeated by a fault.
   */
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
    // If the emulator has been stopped or the world replaced during the request, the answer is ignored and the update
    // stays pending.
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

  /**
   * Stores the outcome of a delivery. Returns the time of the next attempt if the delivery failed, unless the webhook
   * was changed in the meantime.
   */
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

  /**
   * Ends all delivery loops after the world was replaced or cleared, because their updates belong to the old world, and
   * starts new loops.
   */
  function restartForNewWorld() {
    for (const [bot, loop] of loops) {
      loop.isAbandoned = true
      void closeLoop(bot, loop)
    }
    wakeAll()
  }

  return {
    wakeAll,
    /** Returns true if the delivery loop of any bot is running. A loop that waits for a retry is not running. */
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
    /** Stops all deliveries. If a webhook has not answered yet, its update stays pending. */
    async stop() {
      isStopped = true
      await Promise.all([...loops].map(([bot, loop]) => closeLoop(bot, loop)))
    },
  }
}
