// One kept connection to a receiver, and what came of each POST over it.

import { isIP } from 'node:net'
import { rootCertificates } from 'node:tls'
import type { Client } from 'undici'
import { LIMITS } from '../spec/limits.ts'
import type { WebhookRow } from '../store/webhooks.ts'
import { bareHost, byHost } from '../world/resolve-host.ts'
import type { ServiceSettings } from '../world/service.ts'

export interface Outcome {
  status: number | null
  error: string | null
}

export interface Post {
  send(service: ServiceSettings, webhook: WebhookRow, body: string): Promise<Outcome>
  close(): Promise<void>
}

/** Of an answer no more than this is read. */
const MOST_ANSWER_BYTES = 64 * 1024

export function createPost(): Post {
  let open: { key: string; client: Client } | undefined

  async function connection(service: ServiceSettings, webhook: WebhookRow): Promise<Client | string> {
    const url = new URL(webhook.url)
    const route = byHost(service.webhook_routes, bareHost(url))
    if (route === undefined && !service.allow_local_webhooks) return noRoute(url)
    const origin = new URL(route ?? webhook.url).origin
    const key = JSON.stringify([origin, url.host, webhook.address, service.trusted_roots])
    if (open?.key !== key) {
      await open?.client.destroy()
      open = { key, client: await connect(origin, url, route === undefined ? webhook.address : null, service) }
    }
    return open.client
  }

  return {
    async send(service, webhook, body) {
      try {
        const client = await connection(service, webhook)
        return typeof client === 'string' ? { status: null, error: client } : await post(client, service, webhook, body)
      } catch (error) {
        return { status: null, error: inWords(error) }
      }
    },
    async close() {
      await open?.client.destroy()
      open = undefined
    },
  }
}

/** The address was judged when the webhook was set: it is the one connected to, whatever the name says by now. */
async function connect(origin: string, url: URL, address: string | null, service: ServiceSettings): Promise<Client> {
  const { Client } = await import('undici')
  const host = bareHost(url)
  return new Client(origin, {
    pipelining: 1,
    keepAliveTimeout: 60_000,
    connect: {
      timeout: LIMITS.webhookAnswerSeconds * 1000,
      ...(isIP(host) ? {} : { servername: host }),
      ...(service.trusted_roots.length && { ca: [...rootCertificates, ...service.trusted_roots] }),
      ...(address !== null && {
        lookup: (_name, options, found) => {
          const family = isIP(address)
          if (options.all) found(null, [{ address, family }])
          else found(null, address, family)
        },
      }),
    },
  })
}

async function post(client: Client, service: ServiceSettings, webhook: WebhookRow, body: string): Promise<Outcome> {
  const url = new URL(webhook.url)
  const { statusCode, body: answer } = await client.request({
    method: 'POST',
    path: url.pathname + url.search,
    headers: {
      host: url.host,
      'content-type': 'application/json',
      ...(webhook.secret_token !== null && { [`x-${service.name}-bot-api-secret-token`]: webhook.secret_token }),
    },
    body,
    signal: AbortSignal.timeout(LIMITS.webhookAnswerSeconds * 1000),
  })
  const taken = statusCode >= 200 && statusCode < 300
  await answer.dump({ limit: MOST_ANSWER_BYTES }).catch(() => {})
  return { status: statusCode, error: taken ? null : `Wrong response from the webhook: ${statusCode}` }
}

function noRoute(url: URL): string {
  return `No route leads to ${url.host}: deliveries stay on this machine. Add one with --webhook-route ${url.host}=http://127.0.0.1:<port>`
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'Connection reset by peer',
  UND_ERR_SOCKET: 'Connection closed by peer',
  UND_ERR_CONNECT_TIMEOUT: 'Connection timed out',
  UND_ERR_HEADERS_TIMEOUT: 'Read timeout expired',
}

function inWords(error: unknown): string {
  const { name, message, code = '' } = error as Error & { code?: string }
  if (name === 'TimeoutError' || name === 'AbortError') return 'Read timeout expired'
  if (/CERT|SELF_SIGNED|TLS|SSL/.test(code)) return `SSL error: ${message}`
  return WORDS[code] ?? message
}
