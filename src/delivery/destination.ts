// The destination of a webhook's deliveries: address, TLS roots, path and headers.

import { isIP } from 'node:net'
import { isOfThisMachine } from '../lib/net/addresses.ts'
import { bareHost, findByHost } from '../lib/net/host-name.ts'
import type { ServiceSettings } from '../messenger/service/settings.ts'
import type { WebhookRow } from '../store/tables/bots.ts'

export interface Destination {
  /** The URL origin to connect to: that of the route for the webhook's host, or else that of the webhook's URL. */
  origin: string
  /**
   * The IP address to connect to in place of those to which the origin's host resolves; null: the host is resolved as
   * usual.
   */
  address: string | null
  trustedRoots: readonly string[]
  path: string
  headers: Record<string, string>
}

/**
 * Creates a function that returns the destination of a webhook, or the error text if no route leads to its host. The
 * result is cached until the service's settings or the webhook change.
 */
export function createDestinations() {
  let last: { service: ServiceSettings; webhook: WebhookRow; destination: Destination | string } | undefined
  return (service: ServiceSettings, webhook: WebhookRow): Destination | string => {
    // The service's settings are replaced by a new object on every change, so comparing object references detects a
    // change.
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
  // The IP address was checked when the webhook was set, so the connection uses it even if the host name resolves to
  // another address now.
  const address = route === undefined && service.allow_local_webhooks ? webhook.address : null
  if (route === undefined && !(address && isOfThisMachine(address))) return noRoute(url)
  // If the host of the URL is itself an IP address, the connection uses it and ignores the checked address. Both are
  // equal unless the database was edited, so the host is checked here too.
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
  return `No route leads to ${host}: deliveries stay on this machine. Add one with --webhook-route ${hostname}=http://127.0.0.1:<port>`
}
