// What an IP address is: open to the whole network, or this very machine, however it is written.

import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** All of IPv6 that is given out so far; the library takes what lies outside and has no name for public. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3')

/** An IPv4 address inside an IPv6 one is judged as what it is. */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false
  const read = ipaddr.process(address)
  if (read.range() !== 'unicast') return false
  return read.kind() === 'ipv4' || (read as ipaddr.IPv6).match(GIVEN_OUT)
}

export function isSameAddress(a: string, b: string): boolean {
  if (!isIP(a) || !isIP(b)) return false
  return ipaddr.process(a).toNormalizedString() === ipaddr.process(b).toNormalizedString()
}

const rangeOf = (address: string) => (isIP(address) ? ipaddr.process(address).range() : undefined)

export const isLoopbackAddress = (address: string) => rangeOf(address) === 'loopback'

/** Also what is nowhere, which a machine takes for itself. */
export const isThisMachine = (address: string) => isLoopbackAddress(address) || rangeOf(address) === 'unspecified'

/** Also under an address by which others reach it. */
export const isOfThisMachine = (address: string) =>
  isThisMachine(address) ||
  Object.values(networkInterfaces()).some((each) => each?.some((own) => isSameAddress(own.address, address)))
