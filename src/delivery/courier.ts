// Delivers updates to webhooks: in order, one at a time, with retries.

import type { Delivery, RecordedOf } from '../event-log/entry.ts'
import { stopwatch } from '../lib/clock.ts'
import { firstUpdates, markGiven, msToLive } from '../messenger/updates/update-queue.ts'
import type { World } from '../messenger/world.ts'
import { LIMITS } from '../spec/limits.ts'
import type { WebhookRow } from '../store/tables/bots.ts'
import type { UpdateRow } from '../store/tables/updates.ts'
import { deliverUnderFaults, inFaultyOrder } from './delivery-faults.ts'
import { createPost, type Outcome, type Post } from './post.ts'

/** The delivery loop of one bot. */
interface Round {
  post: Post
  /** True if another world has replaced the world of the updates. */
  over?: true
  busy: boolean
  /** The number of changes of the webhook. A failure counts only for the webhook to which the update was sent. */
  replaced: number
  cancelRetry?: () => void
  /** The id of an update that was delivered and, because of a fault, is delivered a second time. */
  repeated?: number | undefined
  /** The next updates, last one first, read in advance. Invalidated by any event of the bot except new updates. */
  ahead?: { webhook: WebhookRow; updates: UpdateRow[] } | undefined
}

const MAX_AHEAD = 64

interface Next {
  webhook: WebhookRow
  update: UpdateRow
  /** The number of failed attempts so far. */
  failures: number
}

export function createCourier(world: World) {
  const rounds = new Map<number, Round>()
  let stopped = false

  /** Starts the bot's delivery loop, unless it is running or waiting for a retry. */
  function wake(bot: number) {
    if (stopped) return
    let round = rounds.get(bot)
    if (!round && world.store.webhooks.get(bot)) {
      round = { post: createPost(world.clock), busy: false, replaced: 0 }
      rounds.set(bot, round)
    }
    if (round && !round.busy && !round.cancelRetry) void deliverAll(bot, round)
  }

  /** Restarts the delivery after a change of the bot, its webhook or its queue. */
  function change(bot: number) {
    const round = rounds.get(bot)
    if (round) startOver(round)
    wake(bot)
  }

  function startOver(round: Round) {
    round.ahead = undefined
    round.cancelRetry?.()
    round.cancelRetry = undefined
  }

  async function deliverAll(bot: number, round: Round) {
    round.busy = true
    try {
      // `busy` is reset in the same turn in which no update is found, so no call of `wake` is lost.
      for (let next = nextFor(bot, round); next && !round.over; next = nextFor(bot, round)) {
        const waitMs = next.failures ? next.webhook.retry_at_ms - world.clock.ms() : 0
        // Later updates wait for this one at most until it expires.
        if (waitMs > 0) return later(bot, round, Math.min(waitMs, msToLive(world, next.update)))
        if (!(await deliver(bot, round, next))) round.ahead = undefined
      }
      if (!stopped && !round.over && !world.store.webhooks.get(bot)) await retire(bot, round)
    } catch {
      // The database failed, perhaps because the disk is full. The entry of the delivery reports the error.
      if (!stopped && !round.over) later(bot, round, LIMITS.webhookRetrySeconds * 1000)
    } finally {
      round.ahead = undefined
      round.busy = false
    }
  }

  function later(bot: number, round: Round, delayMs: number) {
    round.cancelRetry = world.clock.after(delayMs, () => change(bot))
  }

  function nextFor(bot: number, round: Round): Next | undefined {
    if (stopped) return undefined
    const update = round.ahead?.updates.pop()
    if (update && msToLive(world, update) > 0) return { webhook: round.ahead!.webhook, update, failures: 0 }
    return readAhead(bot, round)
  }

  /** Reads the next updates from the database. Returns undefined for a suspended bot, whose updates stay pending. */
  function readAhead(id: number, round: Round): Next | undefined {
    const webhook = world.store.webhooks.get(id)
    const bot = webhook && world.store.bots.byId(id)
    if (!bot || bot.suspended) return undefined
    const [update, ...updates] = world.transact((tx) => firstUpdates(tx, bot, MAX_AHEAD))
    round.ahead = { webhook, updates: updates.reverse() }
    return update && { webhook, update, failures: webhook.failed_update === update.update_id ? webhook.failures : 0 }
  }

  /** Makes one delivery attempt. Returns true if the first pending update is delivered and done. */
  async function deliver(bot: number, round: Round, next: Next): Promise<boolean> {
    const elapsed = stopwatch()
    const at = world.clock.ms() / 1000
    const { webhook } = next
    const update = inFaultyOrder(world, bot, next.update)
    const inOrder = update === next.update
    const failures = inOrder ? next.failures : 0
    const { replaced } = round
    const send = () => round.post.send(world.service, webhook, update.body)
    const isRepeated = round.repeated === update.update_id
    const { again, ...outcome } = await deliverUnderFaults(world, bot, update, { send, isRepeated })
    // The loop was stopped during the request, so the answer is ignored and the update stays pending.
    if (stopped || round.over) return false
    if (outcome.error === null) round.repeated = again && update.update_id
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
      const counts = round.replaced === replaced
      const retryAtMs = again
        ? undefined
        : world.store.withoutTransaction(() => settle(update, failures, counts, outcome))
      if (retryAtMs !== undefined) delivery.retry_at = retryAtMs / 1000
    } catch (error) {
      delivery.error = `The answer could not be recorded: ${(error as Error).message}`
      throw error
    } finally {
      world.log.append([{ type: 'delivery', delivery }])
    }
    return inOrder && !again && outcome.error === null
  }

  /** Stores the outcome, usually with one statement, and returns the time of the next attempt after a failure that counts. */
  function settle(
    update: UpdateRow,
    failures: number,
    counts: boolean,
    { status, error }: Outcome,
  ): number | undefined {
    const { bot, update_id } = update
    if (status !== null) markGiven(world, { id: bot }, update)
    if (error === null) world.store.updates.remove(bot, update_id)
    else if (counts) {
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

  async function retire(bot: number, round: Round) {
    rounds.delete(bot)
    startOver(round)
    await round.post.close()
  }

  function wakeAll() {
    if (!stopped) world.store.webhooks.bots().forEach(wake)
  }

  /** Ends all delivery loops, because their updates belong to the replaced world, and starts new ones. */
  function startOverForAnotherWorld() {
    for (const [bot, round] of rounds) {
      round.over = true
      void retire(bot, round)
    }
    wakeAll()
  }

  return {
    wakeAll,
    onEntries(entries: readonly RecordedOf<'update' | 'webhook' | 'bot' | 'world' | 'cleared' | 'acknowledged'>[]) {
      for (const entry of entries) {
        if (entry.type === 'update') wake(entry.bot)
        else if (entry.type === 'webhook' || entry.type === 'bot') {
          const round = 'replaced' in entry && rounds.get(entry.bot)
          if (round) round.replaced++
          change(entry.bot)
        } else if (entry.type === 'world' || entry.type === 'cleared') startOverForAnotherWorld()
        else for (const round of rounds.values()) round.ahead = undefined
      }
    },
    /** Stops all deliveries. An update without an answer so far stays pending. */
    async stop() {
      stopped = true
      await Promise.all([...rounds].map(([bot, round]) => retire(bot, round)))
    },
  }
}
