// setWebhook: updates go to a url from now on; an empty one brings getUpdates back.

import * as z from 'zod'
import { dropPendingUpdates, setUpdateFilter } from '../../messenger/updates/update-queue.ts'
import { resolveHost } from '../../messenger/webhooks/resolve-host.ts'
import { removeWebhook, setWebhook as set } from '../../messenger/webhooks/webhook.ts'
import { requireAllowedWebhook } from '../../messenger/webhooks/webhook-url.ts'
import { LIMITS } from '../../spec/limits.ts'
import { allowedUpdates, boolean, integer, optional, points } from '../../spec/params.ts'
import { FIELD_TEXTS, refuse } from '../../spec/refusals.ts'
import { operation } from './operation.ts'

export const setWebhook = operation({
  name: 'setWebhook',
  summary: 'Has updates delivered to an https url; an empty url removes the webhook.',
  params: z.object({
    url: points(0, LIMITS.webhookUrlCharacters),
    secret_token: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,256}$/, FIELD_TEXTS.secretToken)
      .optional(),
    max_connections: optional(integer().pipe(z.int().min(1).max(LIMITS.webhookConnections))),
    allowed_updates: allowedUpdates,
    drop_pending_updates: boolean(),
  }),
  result: 'Done',
  before({ certificate, ip_address }) {
    if (certificate !== undefined) refuse('webhookUnsupported', 'parameter', { parameter: 'certificate' })
    if (ip_address !== undefined) refuse('webhookUnsupported', 'parameter', { parameter: 'ip_address' })
  },
  prepare: (world, { url }) => resolveHost(world, url),
  run(tx, bot, { url, secret_token, max_connections, allowed_updates, drop_pending_updates }, addresses) {
    if (url === '') removeWebhook(tx, bot)
    else {
      const address = requireAllowedWebhook(tx, url, addresses)
      set(tx, bot, { url, address, secret_token, max_connections })
    }
    setUpdateFilter(tx, bot, allowed_updates)
    if (drop_pending_updates) dropPendingUpdates(tx, bot)
    return true
  },
})
