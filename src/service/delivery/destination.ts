// The destination of a webhook's deliveries: address, TLS roots, path and headers.

import { isIP } from 'node:net'
import { isOfThisMachine } from '../../lib/net/addresses.ts'
import { bareHost, findByHost } from '../../lib/net/host-name.ts'
import type { ServiceSettings } from '../rules/settings.ts'
import type { WebhookRow } from '../store/tables/bots.ts'

export interface Destination {
  /** The target of the webhook route for this host. Without such a route, the origin of the webhook's URL. */
  origin: string
  /** The address to connect to instead of resolving the host, or null to resolve the host as usual. */
  address: string | null
  trustedRoots: readonly string[]
  path: string
  headers: Record<string, string>
}

/**
 * Creates a function that returns a webhook's destination, or an error text if updates cannot be delivered. Caches the
 * last result.
 */
export function createDestinations() {
  let last: { service: ServiceSettings; webhook: WebhookRow; destination: Destination | string } | undefined
  return (service: ServiceSettings, webhook: WebhookRow): Destination | string => {
    // The settings have changed if they are another object, because every change creates a new object.
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
  const route = findByHost(service.webhook_routes, bareHost(url))
  // Connects to the address that was checked by setWebhook, because the host may resolve to another address now.
  const address = route === undefined && service.allow_local_webhooks ? webhook.address : null
  if (route === undefined && !(address && isOfThisMachine(address))) return noRoute(url)
  // If the URL's host is an IP address, the connection uses this host and not `address`, so the host is checked too.
  // The two differ only if a user edited the database.
  if (route === undefined && isIP(bareHost(url)) && !isOfThisMachine(bareHost(url))) return noRoute(url)
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
  return `No route leads to ${host}: the emulator delivers updates only to this machine. Add a route with --webhook-route ${hostname}=http://127.0.0.1:<port>`
}
