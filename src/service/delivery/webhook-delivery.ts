// Delivers updates to webhooks: in order, one at a time, with retries.

import { stopwatch } from '../../lib/clock.ts'
import type { Delivery, RecordedOf } from '../event-log/entry.ts'
import { firstUpdates, markUsersSeen, msToLive } from '../messenger/updates/update-queue.ts'
import type { World } from '../messenger/world.ts'
import { LIMITS } from '../rules/limits.ts'
import type { WebhookRow } from '../store/tables/bots.ts'
import type { UpdateRow } from '../store/tables/updates.ts'
import { deliverUnderFaults, reorderUnderFaults } from './delivery-faults.ts'
import { createPost, type Post, type PostOutcome } from './post.ts'

interface DeliveryLoop {
  post: Post
  /** True if the world for which these deliveries were started has been replaced or cleared. */
  isAbandoned?: true
  isRunning: boolean
  /** How often the webhook was replaced. A failed request to a former webhook is not a failure of the new one. */
  webhookChanges: number
  cancelRetry?: () => void
  /** The delivered update that an injected fault delivers a second time. */
  repeatedId?: number | undefined
  /** Pending updates read in advance, the last one first. They are read again after any change but a new update. */
  lookahead?: { webhook: WebhookRow; updates: UpdateRow[] } | undefined
}

const LOOKAHEAD = 64

interface Next {
  webhook: WebhookRow
  update: UpdateRow
  /** The number of failed attempts to deliver this update. */
  failures: number
}

export function createWebhookDelivery(world: World) {
  const loops = new Map<number, DeliveryLoop>()
  let isStopped = false

  /** Starts the delivery loop of a bot, unless the loop is running or waits for a retry. */
  function wake(bot: number) {
    if (isStopped) return
    let loop = loops.get(bot)
    if (!loop && world.store.webhooks.get(bot)) {
      loop = { post: createPost(world.clock), isRunning: false, webhookChanges: 0 }
      loops.set(bot, loop)
    }
    if (loop && !loop.isRunning && !loop.cancelRetry) void deliverAll(bot, loop)
  }

  /** Ends the wait for a retry and starts the loop, after a change of the bot or its webhook or when a retry is due. */
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
      // `isRunning` becomes false in the same tick of the event loop in which no update is found, so an update that is
      // added later starts the delivery loop again.
      for (let next = nextFor(bot, loop); next && !loop.isAbandoned; next = nextFor(bot, loop)) {
        const waitMs = next.failures ? next.webhook.retry_at_ms - world.clock.ms() : 0
        // The updates behind a failed one wait until it is delivered or expires.
        if (waitMs > 0) return retryLater(bot, loop, Math.min(waitMs, msToLive(world, next.update)))
        if (!(await deliver(bot, loop, next))) loop.lookahead = undefined
      }
      if (!isStopped && !loop.isAbandoned && !world.store.webhooks.get(bot)) await closeLoop(bot, loop)
    } catch {
      // An error of the database, for example because the disk is full, may be temporary, so delivery is tried again
      // later.
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

  /** The updates of a suspended bot stay pending. */
  function readAhead(id: number, loop: DeliveryLoop): Next | undefined {
    const webhook = world.store.webhooks.get(id)
    const bot = webhook && world.store.bots.byId(id)
    if (!bot || bot.suspended) return undefined
    const [update, ...updates] = world.transact((tx) => firstUpdates(tx, bot, LOOKAHEAD))
    loop.lookahead = { webhook, updates: updates.reverse() }
    return update && { webhook, update, failures: webhook.failed_update === update.update_id ? webhook.failures : 0 }
  }

  /** Returns true if the first pending update was delivered and is not to be repeated by a fault. */
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
    // If the emulator was stopped or the world replaced during the request, the update stays pending.
    if (isStopped || loop.isAbandoned) return false
    if (outcome.error === null) loop.repeatedId = repeats && update.update_id
    const { url } = webhook
    const attempt = failures + 1
    const delivery: Omit<Delivery, 'id'> = { at, bot, update, url, attempt, ...outcome, duration_ms: elapsed() }
    try {
      const isCounted = loop.webhookChanges === webhookChanges
      const retryAtMs = repeats ? undefined : world.transact(() => storeOutcome(update, failures, isCounted, outcome))
      if (retryAtMs !== undefined) delivery.retry_at = retryAtMs / 1000
    } catch (error) {
      delivery.error = `The result of the delivery could not be stored: ${(error as Error).message}`
      throw error
    } finally {
      world.log.append([{ type: 'delivery', delivery }])
    }
    return inOrder && !repeats && outcome.error === null
  }

  /** Stores the outcome of an attempt. If it counts as a failed attempt, returns the time of the next attempt. */
  function storeOutcome(update: UpdateRow, failures: number, isCounted: boolean, { status, error }: PostOutcome) {
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

  /** Closes all loops, because their updates belong to the old world, and starts new ones. */
  function restartForNewWorld() {
    for (const [bot, loop] of loops) {
      loop.isAbandoned = true
      void closeLoop(bot, loop)
    }
    wakeAll()
  }

  return {
    wakeAll,
    /** Returns true while an update is being delivered, but not while all loops wait for a retry. */
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
    /** Closes all connections. If a webhook has not answered yet, the update stays pending. */
    async stop() {
      isStopped = true
      await Promise.all([...loops].map(([bot, loop]) => closeLoop(bot, loop)))
    },
  }
}
