// getWebhookInfo: where updates go, how many wait, and what last went wrong.

import * as z from 'zod'
import { presentWebhook } from '../../messenger/webhooks/present-webhook.ts'
import { operation } from './operation.ts'

export const getWebhookInfo = operation({
  name: 'getWebhookInfo',
  summary: 'The state of the webhook.',
  params: z.object({}),
  result: 'WebhookInfo',
  run: (tx, bot) => presentWebhook(tx, bot),
})
