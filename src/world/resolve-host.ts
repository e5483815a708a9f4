// What the host of a webhook resolves to: by the service's own settings, so that nothing leaves this machine.

import { lookup } from 'node:dns/promises'
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'
import type { World } from './world.ts'

/** A host that a route leads to this machine; outside it passes for a public one. */
export const ROUTED = 'routed'

export async function resolveHost(world: World, url: string): Promise<string[]> {
  if (!URL.canParse(url)) return []
  const host = bareHost(new URL(url))
  if (ipaddr.isValid(host)) return [host]
  const seeded = byHost(world.service.dns, host)
  if (seeded) return seeded
  if (byHost(world.service.webhook_routes, host)) return [ROUTED]
  return world.service.allow_local_webhooks ? systemAddresses(host) : []
}

/** Without the brackets of an IPv6 literal and the dot of an absolute name. */
export const bareHost = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

export function byHost<Value>(map: Readonly<Record<string, Value>>, host: string): Value | undefined {
  const entry = Object.entries(map).find(([name]) => domainToASCII(name.replace(/\.$/, '')) === host)
  return entry?.[1]
}

async function systemAddresses(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}
