// Creates bots whose webhooks lead to a local receiver, and reads their deliveries.

import { type Receiver, type Reply, receiver } from './receiver.ts'
import { type Bot, type Service, world } from './service.ts'
import { until } from './until.ts'
import { HOOK } from './webhook-bot.ts'

type Given = Record<string, unknown>

export type Hooked = Awaited<ReturnType<typeof hooked>>

export async function hooked(reply?: Reply, given: Given = {}) {
  const { s } = await world({ people: ['Alice'] })
  const to = await receiver(reply)
  const bot = await hook(s, to, given)
  return { s, to, ...bot }
}

/** Creates another bot in the same service. The host of its webhook leads to the receiver. */
export async function hook(s: Service, to: Receiver, { url = HOOK, ...given }: Given = {}) {
  const bot = await s.bot()
  await route(s, new URL(String(url)).hostname, to.origin)
  await bot.ok('setWebhook', { url, ...given })
  return { bot, ...seenOf(s, bot) }
}

export const route = (s: Service, host: string, target: string) =>
  s.act('updateService', { webhook_routes: { [host]: target } })

export interface Attempt {
  id: number
  at: number
  update_id: number
  attempt: number
  status: number | null
  error: string | null
}

export function seenOf(s: Service, bot: Bot) {
  const attempts = (): Promise<Attempt[]> => s.view(`/bots/${bot.handle}/deliveries`)
  return {
    say: (text: string) => s.act('send', { as: 'alice', to: bot.handle, text }),
    info: () => bot.ok('getWebhookInfo'),
    attempts,
    /** Waits until at least `count` attempts have ended, and returns all of them. */
    async after(count: number): Promise<Attempt[]> {
      await until(async () => (await attempts()).length >= count)
      return attempts()
    },
  }
}
