// The actions updateService, deleteFile, redeliver and seedDailyChats.

import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { setDailyChatCount } from '../../service/messenger/limits/message-limits.ts'
import { changeService } from '../../service/messenger/service/service.ts'
import { requireBot } from '../../service/messenger/users/find-by-ref.ts'
import { ServiceView } from '../../service/rules/settings.ts'
import { action } from './action.ts'
import * as p from './params.ts'
import * as settings from './service-params.ts'

const json = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.meta({ kind: 'json', description })

/** The setting has the description that it has in the view. */
const as = <Schema extends z.ZodType>(name: keyof ServiceView, schema: Schema) =>
  schema.describe(ServiceView.shape[name].description ?? '')

export const service = {
  updateService: action({
    summary: 'Changes settings of the service. Maps are merged (null deletes a key), lists are replaced.',
    params: z
      .strictObject({
        name: z
          .string()
          .max(100)
          .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'Invalid input: expected letters, digits and dashes')
          .describe('The name of the service, as in the webhook header X-NAME-Bot-Api-Secret-Token.'),
        domain: z.string().min(1).max(253).describe('The domain of links to chats.'),
        command_entities: z.boolean().describe('True if commands such as /start in messages become entities.'),
        content_filter: json(
          settings.contentFilter,
          'Refuses channel posts whose text matches a pattern: [{match, reason}].',
        ),
        blocked_urls: settings.patterns.describe(
          'Patterns of URLs. A call with a button whose URL matches is refused.',
        ),
        dns: json(settings.dns, 'The IP addresses of host names: {host: [address]}.'),
        webhook_routes: json(
          settings.webhookRoutes,
          'Sends webhook deliveries for a host to a target on this machine: {host: target}.',
        ),
        own_addresses: as('own_addresses', settings.addresses.nullable()),
        allow_local_webhooks: as('allow_local_webhooks', z.boolean()),
        client_fields: as('client_fields', z.boolean()),
        trusted_roots: settings.certificates.describe('Root certificates in PEM to trust in webhook deliveries.'),
        lenient: as('lenient', settings.lenient),
        stubs: json(settings.stubs, 'Results for operations that the service lacks: {operation: result}.'),
      })
      .partial(),
    result: 'ServiceView',
    example: { name: 'Telegram' },
    run(tx, changes) {
      changeService(tx, changes)
      return tx.service
    },
  }),
  deleteFile: action({
    summary: 'Deletes a file, so that its identifiers no longer work.',
    params: z.strictObject({ file_unique_id: p.shortText('The file_unique_id of the file.') }),
    result: 'Done',
    example: { file_unique_id: 'AQADbotX' },
    run(tx, { file_unique_id }) {
      if (!tx.store.files.isAlive(file_unique_id)) {
        const hint = 'Pass the file_unique_id of a file in a message.'
        throw new Problem('no-such-file', `The file "${file_unique_id}" does not exist.`, hint)
      }
      tx.store.files.remove(file_unique_id)
      tx.emit({ type: 'file-deleted', unique_id: file_unique_id })
    },
  }),
  redeliver: action({
    summary: 'Delivers updates to a webhook now: the pending updates, or a delivered update again.',
    params: z.strictObject({
      bot: p.bot,
      update_id: z
        .int()
        .min(1)
        .optional()
        .describe('The id of an update to deliver again. Without it, retries the pending updates.'),
    }),
    result: 'Done',
    example: { bot: 'greeter' },
    undoable: false,
    run(tx, { bot: ref, update_id }) {
      const bot = requireBot(tx, ref)
      if (!tx.store.webhooks.get(bot.id)) {
        throw new Problem('no-webhook', `${bot.first_name} has no webhook.`, 'The bot must call setWebhook first.')
      }
      if (update_id !== undefined && !tx.store.updates.get(bot.id, update_id)) {
        const past = tx.log.deliveries
          .since()
          .findLast((one) => one.bot === bot.id && one.update.update_id === update_id)
        if (!past) {
          const message = `${bot.first_name} has no pending or recently delivered update ${update_id}.`
          const hint = `GET /_emulator/bots/${bot.handle}/deliveries lists the deliveries.`
          throw new Problem('no-such-update', message, hint)
        }
        tx.store.updates.insert({ ...past.update, bot: bot.id, made_ms: tx.clock.ms() })
      }
      tx.store.webhooks.retryNow(bot.id)
      tx.emit({ type: 'webhook', bot: bot.id })
    },
  }),
  seedDailyChats: action({
    summary: 'Sets the number of different chats that a bot has written to today.',
    params: z.strictObject({
      bot: p.bot,
      count: z.int().min(0).describe('The number of chats to which the bot has written today.'),
    }),
    result: 'Done',
    example: { bot: 'greeter', count: 10 },
    run(tx, { bot, count }) {
      setDailyChatCount(tx, requireBot(tx, bot), count)
    },
  }),
}
