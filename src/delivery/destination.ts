// Where a webhook's deliveries go from this machine, and what every request to it has in common.

import { isOfThisMachine } from '../lib/net/addresses.ts'
import { bareHost, byHost } from '../lib/net/host-name.ts'
import type { ServiceSettings } from '../messenger/service/settings.ts'
import type { WebhookRow } from '../store/tables/bots.ts'

export interface Destination {
  /** What a connection is made to. */
  origin: string
  /** The one address that the host may have; null: that of the origin. */
  address: string | null
  trustedRoots: readonly string[]
  path: string
  headers: Record<string, string>
}

/** Worked out once for as long as nothing changes; a text says why there is none. */
export function createDestinations() {
  let last: { service: ServiceSettings; webhook: WebhookRow; destination: Destination | string } | undefined
  return (service: ServiceSettings, webhook: WebhookRow): Destination | string => {
    // Settings are never changed in place.
    if (last?.service !== service || !isSameWebhook(last.webhook, webhook)) {
      last = { service, webhook, destination: destinationOf(service, webhook) }
    }
    return last.destination
  }
}

const isSameWebhook = (a: WebhookRow, b: WebhookRow) =>
  a === b || (a.url === b.url && a.address === b.address && a.secret_token === b.secret_token)

function destinationOf(service: ServiceSettings, webhook: WebhookRow): Destination | string {
  const url = new URL(webhook.url)
  const route = byHost(service.webhook_routes, bareHost(url))
  // The address was judged when the webhook was set: it is the one connected to, whatever the name says by now.
  const address = route === undefined && service.allow_local_webhooks ? webhook.address : null
  if (route === undefined && !(address && isOfThisMachine(address))) return noRoute(url)
  return {
    origin: new URL(route ?? webhook.url).origin,
    address,
    trustedRoots: service.trusted_roots,
    path: url.pathname + url.search,
    headers: {
      Host: url.host,
      'Content-Type': 'application/json',
      ...(webhook.secret_token !== null && { [`X-${service.name}-Bot-Api-Secret-Token`]: webhook.secret_token }),
    },
  }
}

function noRoute({ host, hostname }: URL): string {
  return `No route leads to ${host}: deliveries stay on this machine. Add one with --webhook-route ${hostname}=http://127.0.0.1:<port>`
}
