// Carries updates to webhooks: each bot's in order, one at a time, again until they are taken.

import { stopwatch } from '../lib/clock.ts'
import { LIMITS } from '../spec/limits.ts'
import type { UpdateRow } from '../store/updates.ts'
import type { WebhookRow } from '../store/webhooks.ts'
import { forgetExpired } from '../world/update-queue.ts'
import type { World } from '../world/world.ts'
import { createPost, type Outcome, type Post } from './post.ts'

export type Courier = ReturnType<typeof createCourier>

interface Round {
  post: Post
  busy: boolean
  cancelRetry?: () => void
}

interface Next {
  webhook: WebhookRow
  update: UpdateRow
}

export function createCourier(world: World) {
  const rounds = new Map<number, Round>()
  let stopped = false

  /** Something of this bot has changed: there may be an update to deliver now. */
  function wake(bot: number) {
    if (stopped) return
    const round = rounds.get(bot)
    if (round) {
      round.cancelRetry?.()
      if (!round.busy) void deliverAll(bot, round)
    } else if (world.store.webhooks.get(bot)) {
      const fresh = { post: createPost(), busy: false }
      rounds.set(bot, fresh)
      void deliverAll(bot, fresh)
    }
  }

  async function deliverAll(bot: number, round: Round) {
    round.busy = true
    try {
      for (let next = nextFor(bot); next && !stopped; next = nextFor(bot)) {
        const waitMs = next.webhook.retry_at_ms - world.clock.ms()
        if (waitMs > 0) {
          round.cancelRetry = world.clock.after(waitMs, () => wake(bot))
          return
        }
        await deliver(bot, round.post, next)
      }
      if (!world.store.webhooks.get(bot)) await retire(bot, round)
    } finally {
      round.busy = false
    }
  }

  /** A suspended bot's queue is kept, and waits. */
  function nextFor(id: number): Next | undefined {
    if (stopped) return undefined
    const bot = world.store.bots.byId(id)
    const webhook = world.store.webhooks.get(id)
    if (!bot || bot.suspended || !webhook) return undefined
    forgetExpired(world, bot)
    const [update] = world.store.updates.first(id, 1)
    return update && { webhook, update }
  }

  async function deliver(bot: number, post: Post, { webhook, update }: Next) {
    const elapsed = stopwatch()
    const outcome = await post.send(world.service, webhook, update.body)
    // An answer that came after the stop is nobody's: the update is delivered again by whoever is next.
    if (stopped) return
    world.deliveries.add({
      at: world.clock.ms() / 1000,
      bot,
      update,
      url: webhook.url,
      attempt: webhook.failures + 1,
      ...outcome,
      duration_ms: elapsed(),
    })
    world.transact(() => settle(bot, webhook, update, outcome))
  }

  function settle(bot: number, webhook: WebhookRow, { update_id }: UpdateRow, { error, status }: Outcome) {
    world.happened({ type: 'delivery', bot, update_id, status, error })
    const current = world.store.webhooks.get(bot)
    if (error === null) {
      world.store.updates.remove(bot, update_id)
      if (current?.failures) world.store.webhooks.succeed(bot)
    } else if (current?.url === webhook.url) {
      const delaySeconds = Math.min(2 ** webhook.failures, LIMITS.webhookRetrySeconds)
      const retry_at_ms = world.clock.ms() + delaySeconds * 1000
      world.store.webhooks.fail({ bot, retry_at_ms, last_error_date: world.clock.seconds(), last_error_message: error })
    }
  }

  async function retire(bot: number, round: Round) {
    rounds.delete(bot)
    round.cancelRetry?.()
    await round.post.close()
  }

  return {
    wake,
    wakeAll: () => world.store.webhooks.bots().forEach(wake),
    /** Abandons what is under way; what was not answered is not delivered. */
    async stop() {
      stopped = true
      await Promise.all([...rounds].map(([bot, round]) => retire(bot, round)))
    },
  }
}
