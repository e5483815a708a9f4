// Explains why updates are still pending: unconfirmed polls, failed webhook deliveries.

import type { Client } from '../../../client/client.ts'
import type { DeliveryView } from '../../../contract/traffic.ts'
import { unconfirmedNotes } from '../../../describe/call.ts'
import { plural } from '../../../describe/text.ts'
import { formatSpan } from '../../../describe/time.ts'

/** Explains why updates are still pending, in lines. */
export async function explainPendingUpdates(client: Client, bot: string): Promise<string[]> {
  const { webhook, unconfirmed } = await client.view('/bots/:bot/delivery', { bot })
  if (webhook !== null) return explainWebhook(client, bot)
  if (!unconfirmed) return ['The bot has not asked for updates again.']
  const notes = unconfirmedNotes(unconfirmed)
  return notes.length ? notes : [`The bot has not asked for updates since it received update ${unconfirmed.update_id}.`]
}

/** Explains an update that the bot received several times, but never confirmed. */
export async function explainUnconfirmed(client: Client, bot: string): Promise<string[]> {
  const { unconfirmed } = await client.view('/bots/:bot/delivery', { bot })
  return unconfirmedNotes(unconfirmed)
}

const MAX_ATTEMPTS = 3
const LIBRARY_SERVICE = 'Telegram'

async function explainWebhook(client: Client, bot: string): Promise<string[]> {
  const [oldest] = await client.view('/bots/:bot/updates', { bot })
  const update = oldest?.update_id
  const deliveries = await client.view('/bots/:bot/deliveries', { bot })
  const ofUpdate = deliveries.filter(({ update_id, error }) => update_id === update && error !== null)
  // Update ids start again in each world, so earlier deliveries with this id can belong to another update.
  const attempts = ofUpdate.slice(ofUpdate.findLastIndex(({ attempt }) => attempt === 1))
  if (!attempts.length) return ['The bot has not answered the current webhook delivery yet.']
  return [
    `The webhook has not accepted update ${update} in ${plural(attempts.length, 'attempt')}:`,
    ...attempts.slice(-MAX_ATTEMPTS).map(attemptLine),
    ...(attempts.some(({ status }) => status === 401) ? [await unauthorizedHint(client)] : []),
  ]
}

function attemptLine({ attempt, status, error, answer, duration_ms }: DeliveryView): string {
  const outcome = status === null ? error : `answered ${status}`
  return `  attempt ${attempt}: ${outcome} after ${formatSpan(Math.max(1, duration_ms) / 1000)}${answer ? `: ${answer}` : ''}`
}

async function unauthorizedHint(client: Client): Promise<string> {
  const { name } = await client.view('/service')
  const header = (service: string) => `X-${service}-Bot-Api-Secret-Token`
  return name === LIBRARY_SERVICE
    ? `Compare the secret_token of setWebhook with the secret that the bot expects in ${header(name)}.`
    : `The deliveries have their secret token in ${header(name)}. Most libraries read ${header(LIBRARY_SERVICE)}: ` +
        `pass --service-name ${LIBRARY_SERVICE}.`
}
