// getUpdates: acknowledges what was received, and hands out what waits.

import * as z from 'zod'
import { JsonText } from '../../lib/json.ts'
import { acknowledgeUpdates, handOutUpdates, setUpdateFilter } from '../../messenger/updates/update-queue.ts'
import { requireNoWebhook } from '../../messenger/webhooks/webhook.ts'
import type { World } from '../../messenger/world.ts'
import { LIMITS } from '../../spec/limits.ts'
import { allowedUpdates, boundlessInteger, integer } from '../../spec/params.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import { operation } from './operation.ts'

export const getUpdates = operation({
  name: 'getUpdates',
  summary: 'Receives updates, waiting for them if asked to.',
  params: z.object({
    offset: integer().optional(),
    limit: z.preprocess((v) => v ?? LIMITS.updatesPerCall, integer().pipe(z.int().min(1).max(LIMITS.updatesPerCall))),
    timeout: z.preprocess((v) => v ?? 0, boundlessInteger().pipe(z.int().min(0))),
    allowed_updates: allowedUpdates,
  }),
  run(world, bot, { offset, limit, allowed_updates }) {
    requireNoWebhook(world, bot)
    if (allowed_updates) setUpdateFilter(world, bot, allowed_updates)
    acknowledgeUpdates(world, bot, offset ?? 0)
    return firstUpdates(world, bot, limit)
  },
  waits: {
    seconds: ({ timeout }, result) => ((result as JsonText).text === '[]' ? Math.min(timeout, LIMITS.pollSeconds) : 0),
    again(world, bot, { limit }) {
      requireNoWebhook(world, bot)
      return firstUpdates(world, bot, limit)
    },
  },
})

const firstUpdates = (world: World, bot: BotRow, most: number) =>
  new JsonText(
    `[${handOutUpdates(world, bot, most)
      .map(({ body }) => body)
      .join(',')}]`,
  )
