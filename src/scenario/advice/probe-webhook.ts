// Whether the receiver of a bot's webhook takes a delivery with a wrong secret, as anybody on the internet might send.

import type { Client } from '../../client/client.ts'

const MAX_MS = 2000

/** Only receivers on this machine are asked, and only when a secret was set. */
export async function probeWebhook(client: Client, bot: string): Promise<string | undefined> {
  const calls = await client.view('/calls', { bot, method: 'setWebhook', ok: true })
  const { url, secret_token } = calls.at(-1)?.params ?? {}
  if (typeof url !== 'string' || !url || !secret_token) return undefined
  const { name, webhook_routes } = await client.view('/service')
  const target = localTarget(url, webhook_routes)
  if (!target) return undefined
  const headers = { 'content-type': 'application/json', [`X-${name}-Bot-Api-Secret-Token`]: 'wrong-on-purpose' }
  try {
    const { ok } = await fetch(target, {
      method: 'POST',
      headers,
      body: JSON.stringify({ update_id: 0 }),
      redirect: 'manual',
      signal: AbortSignal.timeout(MAX_MS),
    })
    return ok ? 'The webhook receiver took a delivery with a wrong secret token; compare the header.' : undefined
  } catch {
    return undefined
  }
}

function localTarget(url: string, routes: Record<string, string>): URL | undefined {
  const asked = new URL(url)
  const route = routes[asked.hostname]
  const target = route ? new URL(asked.pathname + asked.search, route) : asked
  return ['127.0.0.1', '[::1]', 'localhost'].includes(target.hostname) ? target : undefined
}
