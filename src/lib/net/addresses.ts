// Recognizes public IP addresses, and IP addresses of this machine.

import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** The range of public IPv6 addresses. ipaddr.js calls many other addresses `unicast` too. */
const ASSIGNED = ipaddr.IPv6.parseCIDR('2000::/3')

/** Returns true for a public address. Treats ::ffff:10.0.0.1 like 10.0.0.1, the IPv4 address in it. */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false
  const read = ipaddr.process(address)
  if (read.range() !== 'unicast') return false
  return read.kind() === 'ipv4' || (read as ipaddr.IPv6).match(ASSIGNED)
}

export function isSameAddress(a: string, b: string): boolean {
  if (!isIP(a) || !isIP(b)) return false
  return ipaddr.process(a).toNormalizedString() === ipaddr.process(b).toNormalizedString()
}

const rangeOf = (address: string) => (isIP(address) ? ipaddr.process(address).range() : undefined)

export const isLoopbackAddress = (address: string) => rangeOf(address) === 'loopback'

/** Returns true for loopback addresses, and for 0.0.0.0 and ::, because a connection to them reaches this machine. */
export const isThisMachine = (address: string) => isLoopbackAddress(address) || rangeOf(address) === 'unspecified'

/** Returns true for an address of this machine, including those of its network interfaces. */
export const isOfThisMachine = (address: string) =>
  isThisMachine(address) ||
  Object.values(networkInterfaces()).some((each) => each?.some((own) => isSameAddress(own.address, address)))
