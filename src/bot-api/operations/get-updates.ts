// getUpdates: acknowledges what was received, and hands out what waits.

import * as z from 'zod'
import { acknowledgeUpdates, handOutUpdates, setUpdateFilter } from '../../messenger/updates/update-queue.ts'
import { requireNoWebhook } from '../../messenger/webhooks/webhook.ts'
import { LIMITS } from '../../spec/limits.ts'
import { allowedUpdates, defaultTo, integer, optional } from '../../spec/params.ts'
import { operationInJson } from './operation.ts'

export const getUpdates = operationInJson({
  name: 'getUpdates',
  summary: 'Receives updates, waiting for them if asked to.',
  params: z.object({
    offset: optional(integer()),
    limit: defaultTo(LIMITS.updatesPerCall, integer().pipe(z.int().min(1).max(LIMITS.updatesPerCall))),
    timeout: defaultTo(0, integer().pipe(z.int().min(0))),
    allowed_updates: allowedUpdates,
  }),
  result: 'Update[]',
  run(tx, bot, { offset, limit, allowed_updates }) {
    requireNoWebhook(tx, bot)
    if (allowed_updates) setUpdateFilter(tx, bot, allowed_updates)
    acknowledgeUpdates(tx, bot, offset ?? 0)
    return handOutUpdates(tx, bot, limit)
  },
  waits: {
    isEmpty: (updates) => updates.length === 0,
    seconds: ({ timeout }) => Math.min(timeout, LIMITS.pollSeconds),
    /** What lies below the offset is acknowledged also where it arrives while the call waits. */
    again(tx, bot, { offset, limit }) {
      requireNoWebhook(tx, bot)
      acknowledgeUpdates(tx, bot, Math.max(offset ?? 0, 0))
      return handOutUpdates(tx, bot, limit)
    },
  },
  toJson: (updates) => `[${updates.map(({ body }) => body).join(',')}]`,
})
