// deleteWebhook: back to getUpdates, as setWebhook with an empty url and no list.

import * as z from 'zod'
import { dropPendingUpdates, setUpdateFilter } from '../../messenger/updates/update-queue.ts'
import { removeWebhook } from '../../messenger/webhooks/webhook.ts'
import { boolean } from '../../spec/params.ts'
import { operation } from './operation.ts'

export const deleteWebhook = operation({
  name: 'deleteWebhook',
  summary: 'Removes the webhook, so that getUpdates works again.',
  params: z.object({ drop_pending_updates: boolean() }),
  result: 'Done',
  run(tx, bot, { drop_pending_updates }) {
    removeWebhook(tx, bot)
    setUpdateFilter(tx, bot, undefined)
    if (drop_pending_updates) dropPendingUpdates(tx, bot)
    return true
  },
})
