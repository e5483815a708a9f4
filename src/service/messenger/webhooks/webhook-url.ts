// Checks the URL of a webhook, and resolves its host.

import { isIP } from 'node:net'
import { isOfThisMachine, isPublicAddress, isSameAddress } from '../../../lib/net/addresses.ts'
import { asciiHost, bareHost, findByHost, isHost, isLocalName } from '../../../lib/net/host-name.ts'
import { LIMITS } from '../../rules/limits.ts'
import { refuse } from '../../rules/refusals.ts'
import type { Read } from '../world.ts'

/** Returns the IP address for the deliveries, or null if `webhook_routes` has a route for the host. */
export function requireAllowedWebhook(read: Read, text: string, addresses: readonly string[]): string | null {
  const local = read.service.allow_local_webhooks && addresses.every(isLocalAddress)
  const url = parseUrl(text) ?? refuse('webhookMalformed', 'malformed')
  if (url.protocol !== 'https:' && !(local && url.protocol === 'http:')) refuse('webhookHttps', 'scheme')
  if (url.username || url.password) refuse('webhookCredentials', 'credentials')
  if (!local) requirePort(url)
  const host = bareHost(url)
  requireAllowedHost(read, host, local)
  const [first] = addresses
  if (first === undefined) return refuse('webhookUnresolved', 'dns', { host })
  if (!local) for (const address of addresses) requirePublic(read, host, address)
  return first === ROUTED ? null : first
}

/** Returns true for an address of this machine, and for ROUTED, because webhook routes lead to this machine. */
const isLocalAddress = (address: string) => address === ROUTED || isOfThisMachine(address)

/** Returns undefined for a URL that the parser would repair, for example by removing spaces. */
function parseUrl(text: string): URL | undefined {
  if (/[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol)) return url
  return /^https?:\/\/[^/]/i.test(text) && isHost(bareHost(url)) ? url : undefined
}

function requirePort(url: URL) {
  const port = Number(url.port || 443)
  if (!(LIMITS.webhookPorts as readonly number[]).includes(port)) refuse('webhookPort', 'port', { port })
}

function requireAllowedHost(read: Read, host: string, local: boolean) {
  if (!local && isLocalName(host)) refuse('webhookHost', 'local', { host })
  const domain = asciiHost(read.service.domain)
  if (host === domain || host.endsWith(`.${domain}`)) refuse('webhookHost', 'own', { host })
}

function requirePublic(read: Read, host: string, address: string) {
  if (address === ROUTED) return
  const own = read.service.own_addresses ?? read.listensAt
  if (own.some((each) => isSameAddress(each, address))) refuse('webhookAddress', 'own', { host, address })
  if (!isPublicAddress(address)) refuse('webhookAddress', 'notPublic', { host, address })
}

/** A placeholder for the IP address of a host that has a route in `webhook_routes`. The host counts as public. */
export const ROUTED = 'routed'

export async function resolveHost(read: Read, url: string): Promise<string[]> {
  if (!URL.canParse(url)) return []
  const host = bareHost(new URL(url))
  if (isIP(host)) return [host]
  const dnsAddresses = findByHost(read.service.dns, host)
  if (dnsAddresses) return dnsAddresses
  if (findByHost(read.service.webhook_routes, host)) return [ROUTED]
  return read.service.allow_local_webhooks ? systemAddresses(host) : []
}

async function systemAddresses(host: string): Promise<string[]> {
  try {
    const { lookup } = await import('node:dns/promises')
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}
