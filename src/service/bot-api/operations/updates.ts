// The operations getUpdates, setWebhook, deleteWebhook and getWebhookInfo.

import * as z from 'zod'
import {
  confirmUpdates,
  dropPendingUpdates,
  setUpdateFilter,
  takeUpdates,
} from '../../messenger/updates/update-queue.ts'
import { presentWebhook, removeWebhook, requireNoWebhook, setWebhook as set } from '../../messenger/webhooks/webhook.ts'
import { requireAllowedWebhook, resolveHost } from '../../messenger/webhooks/webhook-url.ts'
import { LIMITS } from '../../rules/limits.ts'
import { allowedUpdates, boolean, integer, isLeftOut, optional, textOfLength } from '../../rules/params.ts'
import { FIELD_TEXTS, refuse } from '../../rules/refusals.ts'
import { operation, operationInJson } from './operation.ts'

export const updates = {
  getUpdates: operationInJson({
    summary: 'Returns pending updates. Waits for them if a timeout is passed.',
    params: z.object({
      offset: optional(integer()),
      limit: optional(integer(z.int().min(1).max(LIMITS.updatesPerCall))),
      timeout: optional(integer(z.int().min(0))),
      allowed_updates: allowedUpdates,
    }),
    result: 'Update[]',
    refusals: ['manyUpdateTypes', 'pollAgainstWebhook', 'pollTakenOver'],
    housekeeping: true,
    run(tx, bot, { offset, limit = LIMITS.updatesPerCall, allowed_updates }) {
      requireNoWebhook(tx, bot)
      if (allowed_updates) setUpdateFilter(tx, bot, allowed_updates)
      confirmUpdates(tx, bot, offset ?? 0)
      return takeUpdates(tx, bot, limit)
    },
    waits: {
      isEmpty: (updates) => updates.length === 0,
      seconds: ({ timeout = 0 }) => Math.min(timeout, LIMITS.pollSeconds),
      /** Confirms updates again, because updates with ids below the offset may have arrived while the call waited. */
      repeat(tx, bot, { offset, limit = LIMITS.updatesPerCall }) {
        requireNoWebhook(tx, bot)
        confirmUpdates(tx, bot, Math.max(offset ?? 0, 0))
        return takeUpdates(tx, bot, limit)
      },
    },
    toJson: (updates) => `[${updates.map(({ body }) => body).join(',')}]`,
  }),
  setWebhook: operation({
    summary: 'Sets the https URL to which updates are delivered. An empty URL removes the webhook.',
    params: z.object({
      url: textOfLength(0, LIMITS.webhookUrlCharacters),
      secret_token: z
        .string()
        .regex(/^[A-Za-z0-9_-]+$/, FIELD_TEXTS.secretToken)
        .max(LIMITS.secretTokenCharacters, FIELD_TEXTS.secretToken)
        .optional(),
      max_connections: optional(integer(z.int().min(1).max(LIMITS.webhookConnections))),
      allowed_updates: allowedUpdates,
      drop_pending_updates: boolean(),
    }),
    result: 'Done',
    refusals: [
      'manyUpdateTypes',
      'webhookUnsupported',
      'webhookMalformed',
      'webhookHttps',
      'webhookCredentials',
      'webhookPort',
      'webhookHost',
      'webhookUnresolved',
      'webhookAddress',
    ],
    housekeeping: true,
    checkBeforeParsing({ certificate, ip_address }) {
      if (!isLeftOut(certificate)) refuse('webhookUnsupported', 'parameter', { parameter: 'certificate' })
      if (!isLeftOut(ip_address)) refuse('webhookUnsupported', 'parameter', { parameter: 'ip_address' })
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
  }),
  deleteWebhook: operation({
    summary: 'Removes the webhook, so that getUpdates works again.',
    params: z.object({ drop_pending_updates: boolean() }),
    result: 'Done',
    housekeeping: true,
    run(tx, bot, { drop_pending_updates }) {
      removeWebhook(tx, bot)
      setUpdateFilter(tx, bot, undefined)
      if (drop_pending_updates) dropPendingUpdates(tx, bot)
      return true
    },
  }),
  getWebhookInfo: operation({
    summary: 'Returns the state of the webhook.',
    params: z.object({}),
    result: 'WebhookInfo',
    housekeeping: true,
    run: (tx, bot) => presentWebhook(tx, bot),
  }),
}
