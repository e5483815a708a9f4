// Creates a bot that sets webhooks, with host names that resolve to public addresses.

import { world } from './service.ts'

export const PUBLIC = '93.184.215.14'
export const PUBLIC_6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2c'

type Given = Record<string, unknown>

export const HOOK = 'https://bot.example.org/hook'

/** Creates the bot and Alice, who has not started the bot, so the queue is empty. */
export async function webhookBot() {
  const { s, people, bots } = await world({ people: ['Alice'], bots: [{}] })
  const [alice] = people
  const bot = bots[0]!
  await s.act('updateService', { dns: { 'bot.example.org': [PUBLIC] } })
  const set = (url: unknown, given: Given = {}) => bot.call('setWebhook', { url, ...given })
  const info = () => bot.ok('getWebhookInfo')
  const resolvesTo = (host: string, ...addresses: string[]) => s.act('updateService', { dns: { [host]: addresses } })
  return { s, alice, bot, set, info, resolvesTo }
}

/** Creates the bot, and sends it one message from Alice for each word. */
export async function withWords(...words: string[]) {
  const hook = await webhookBot()
  const { s, bot } = hook
  const say = (text: string) => s.act('send', { as: 'alice', to: bot.handle, text })
  for (const text of words) await say(text)
  const texts = async () =>
    (await bot.ok('getUpdates')).map(({ message }: { message: { text: string } }) => message.text)
  return { ...hook, say, texts }
}

export const REMOVALS: [string, string, object][] = [
  ['an empty url', 'setWebhook', { url: '' }],
  ['deleteWebhook', 'deleteWebhook', {}],
]

export const NO_WEBHOOK = { url: '', has_custom_certificate: false, pending_update_count: 0 }

/** Returns the expected result of getWebhookInfo for a webhook without deliveries. */
export const freshWebhook = (url: string, given: Given = {}) => ({
  url,
  has_custom_certificate: false,
  pending_update_count: 0,
  max_connections: 40,
  ...given,
})
