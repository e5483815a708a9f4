// Carries updates to webhooks: each bot's in order, one at a time, again until they are taken.

import type { Delivery, RecordedOf } from '../event-log/entry.ts'
import { stopwatch } from '../lib/clock.ts'
import { firstUpdates, markGiven, msToLive } from '../messenger/updates/update-queue.ts'
import type { World } from '../messenger/world.ts'
import { LIMITS } from '../spec/limits.ts'
import type { WebhookRow } from '../store/tables/bots.ts'
import type { UpdateRow } from '../store/tables/updates.ts'
import { deliverUnderFaults, inFaultyOrder } from './delivery-faults.ts'
import { createPost, type Outcome, type Post } from './post.ts'

interface Round {
  post: Post
  /** Its updates are of a world that is gone. */
  over?: true
  busy: boolean
  /** How many webhooks the bot has had since: a failure is of the one that it was sent to. */
  replaced: number
  cancelRetry?: () => void
  /** Delivered once and, by a fault, to be delivered once more. */
  repeated?: number | undefined
  /** What comes next, read in one go and good until something but a new update concerns the bot. */
  ahead?: { webhook: WebhookRow; updates: UpdateRow[] } | undefined
}

const MAX_AHEAD = 64

interface Next {
  webhook: WebhookRow
  update: UpdateRow
  /** How often this update has failed already. */
  failures: number
}

export function createCourier(world: World) {
  const rounds = new Map<number, Round>()
  let stopped = false

  /** The bot has a new update: there may be something to deliver now, unless something earlier has to wait. */
  function wake(bot: number) {
    if (stopped) return
    let round = rounds.get(bot)
    if (!round && world.store.webhooks.get(bot)) {
      round = { post: createPost(world.clock), busy: false, replaced: 0 }
      rounds.set(bot, round)
    }
    if (round && !round.busy && !round.cancelRetry) void deliverAll(bot, round)
  }

  /** The bot, its webhook or its queue is not what it was. */
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
      // What finds nothing due ends the round in the same turn: whoever wakes a busy one is not heard.
      for (let next = nextFor(bot, round); next && !round.over; next = nextFor(bot, round)) {
        const waitMs = next.failures ? next.webhook.retry_at_ms - world.clock.ms() : 0
        // Whatever comes after it waits no longer than it lives.
        if (waitMs > 0) return later(bot, round, Math.min(waitMs, msToLive(world, next.update)))
        if (!(await deliver(bot, round, next))) round.ahead = undefined
      }
      if (!stopped && !round.over && !world.store.webhooks.get(bot)) await retire(bot, round)
    } catch {
      // The database cannot be read or written, say because the disk is full; the delivery's own entry tells of it.
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

  /** A suspended bot's queue is kept, and waits. */
  function readAhead(id: number, round: Round): Next | undefined {
    const webhook = world.store.webhooks.get(id)
    const bot = webhook && world.store.bots.byId(id)
    if (!bot || bot.suspended) return undefined
    const [update, ...updates] = world.transact((tx) => firstUpdates(tx, bot, MAX_AHEAD))
    round.ahead = { webhook, updates: updates.reverse() }
    return update && { webhook, update, failures: webhook.failed_update === update.update_id ? webhook.failures : 0 }
  }

  /** Whether the update whose turn it was is through with. */
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
    // An answer that came after the end is nobody's: the update is delivered again by whoever is next.
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

  /** When the update is tried again; a failure that does not count delays nothing. Mostly one statement. */
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

  /** What is under way, and what waits for another attempt, belongs to no update of another world. */
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
    /** Abandons what is under way; what was not answered is not delivered. */
    async stop() {
      stopped = true
      await Promise.all([...rounds].map(([bot, round]) => retire(bot, round)))
    },
  }
}
