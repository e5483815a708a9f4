// Which urls may be a webhook: the checks in the service's order.

import ipaddr from 'ipaddr.js'
import { isLocalName } from '../spec/keyboard.ts'
import { LIMITS } from '../spec/limits.ts'
import { refuse } from '../spec/refusals.ts'
import { bareHost, ROUTED } from './resolve-host.ts'
import type { World } from './world.ts'

/** The address to deliver to; null for a routed host. */
export function requireAllowedWebhook(world: World, text: string, addresses: readonly string[]): string | null {
  const local = world.service.allow_local_webhooks
  const url = URL.canParse(text) ? new URL(text) : refuse('webhookMalformed', 'malformed')
  if (url.protocol !== 'https:' && !(local && url.protocol === 'http:')) refuse('webhookHttps', 'scheme')
  const host = bareHost(url)
  if (!host) refuse('webhookMalformed', 'malformed')
  if (url.username || url.password) refuse('webhookCredentials', 'credentials')
  if (!local) requirePort(url)
  requireAllowedHost(world, host, local)
  if (!addresses.length) refuse('webhookUnresolved', 'dns', { host })
  if (!local) for (const address of addresses) requirePublic(world, host, address)
  return addresses[0] === ROUTED ? null : addresses[0]!
}

function requirePort(url: URL) {
  const port = Number(url.port || 443)
  if (!(LIMITS.webhookPorts as readonly number[]).includes(port)) refuse('webhookPort', 'port', { port })
}

function requireAllowedHost(world: World, host: string, local: boolean) {
  if (!local && isLocalName(host)) refuse('webhookHost', 'local', { host })
  const domain = world.service.domain.toLowerCase()
  if (host === domain || host.endsWith(`.${domain}`)) refuse('webhookHost', 'own', { host })
}

function requirePublic(world: World, host: string, address: string) {
  if (address === ROUTED) return
  const slots = { host, address }
  if (world.service.own_addresses.some((own) => sameAddress(own, address))) refuse('webhookAddress', 'own', slots)
  // An IPv4 address inside an IPv6 one is judged as what it is.
  const isPublic = ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
  if (!isPublic) refuse('webhookAddress', 'notPublic', slots)
}

function sameAddress(a: string, b: string): boolean {
  const valid = ipaddr.isValid(a) && ipaddr.isValid(b)
  return valid && ipaddr.process(a).toString() === ipaddr.process(b).toString()
}
