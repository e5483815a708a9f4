// Classifies IP addresses: public ones, and those of this machine.

import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** The part of IPv6 that is assigned for public use. The library also classifies addresses outside of it as unicast. */
const ASSIGNED = ipaddr.IPv6.parseCIDR('2000::/3')

/** True for public addresses. An IPv4 address mapped to IPv6 is judged as IPv4. */
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

/** True for loopback and unspecified addresses. Connections to 0.0.0.0 also reach this machine. */
export const isThisMachine = (address: string) => isLoopbackAddress(address) || rangeOf(address) === 'unspecified'

/** True for any address of this machine, including those of its network interfaces. */
export const isOfThisMachine = (address: string) =>
  isThisMachine(address) ||
  Object.values(networkInterfaces()).some((each) => each?.some((own) => isSameAddress(own.address, address)))
