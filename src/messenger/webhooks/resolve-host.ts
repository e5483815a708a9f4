// What the host of a webhook resolves to: by the service's own settings, so that nothing leaves this machine.

import { isIP } from 'node:net'
import { bareHost, byHost } from '../../lib/net/host-name.ts'
import type { Read } from '../world.ts'

/** A host that a route leads to this machine; outside it passes for a public one. */
export const ROUTED = 'routed'

export async function resolveHost(read: Read, url: string): Promise<string[]> {
  if (!URL.canParse(url)) return []
  const host = bareHost(new URL(url))
  if (isIP(host)) return [host]
  const seeded = byHost(read.service.dns, host)
  if (seeded) return seeded
  if (byHost(read.service.webhook_routes, host)) return [ROUTED]
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
