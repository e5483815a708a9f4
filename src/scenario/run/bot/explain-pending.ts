// Explains why updates are still pending: unconfirmed polls, failed webhook deliveries.

import type { Client } from '../../../client/client.ts'
import type { DeliveryView } from '../../../contract/traffic.ts'
import { plural } from '../../../describe/text.ts'
import { formatSpan } from '../../../describe/time.ts'

/** Explains why updates are still pending, in lines. `after` is the id of the last call before the scenario. */
export async function explainPendingUpdates(client: Client, bot: string, after: number): Promise<string[]> {
  const { webhook } = await client.view('/bots/:bot/delivery', { bot })
  const [oldest] = await client.view('/bots/:bot/updates', { bot })
  if (webhook !== null) return explainWebhook(client, bot, oldest?.update_id)
  if (!oldest) return ['The bot has not asked for updates again.']
  const { update_id: id } = oldest
  const times = await countPollsWith(client, bot, id, after)
  return [
    times > 1
      ? unconfirmedText(id, times)
      : `The bot has not asked for updates ${times ? `since it received update ${id}` : 'again'}.`,
  ]
}

/** Explains an update that the bot received several times, but never confirmed. */
export async function explainUnconfirmed(client: Client, bot: string, after: number): Promise<string[]> {
  const [oldest] = await client.view('/bots/:bot/updates', { bot })
  const times = oldest ? await countPollsWith(client, bot, oldest.update_id, after) : 0
  return oldest && times > 1 ? [unconfirmedText(oldest.update_id, times)] : []
}

const unconfirmedText = (update: number, times: number) =>
  `The bot received update ${update} ${times} times and never confirmed it. Pass offset ${update + 1} to the next getUpdates.`

async function countPollsWith(client: Client, bot: string, update: number, after: number): Promise<number> {
  const polls = await client.view('/calls', { bot, method: 'getUpdates', after })
  return polls.filter(({ body }) => updateIdsIn(body.result).includes(update)).length
}

const updateIdsIn = (result: unknown): number[] =>
  Array.isArray(result) ? result.map(({ update_id }: { update_id: number }) => update_id) : []

const MAX_ATTEMPTS = 3
const LIBRARY_SERVICE = 'Telegram'

async function explainWebhook(client: Client, bot: string, update: number | undefined): Promise<string[]> {
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
