// Normalizes and validates host names: ASCII, lower case, without a trailing dot.

import { isIP } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'

/** Returns the host without the brackets of an IPv6 address and without a trailing dot. */
export const bareHost = (url: URL) => withoutDot(url.hostname.replace(/^\[(.*)\]$/, '$1'))

export function asciiHost(name: string): string {
  const bare = withoutDot(name.trim())
  return isIP(bare) ? bare.toLowerCase() : domainToASCII(bare)
}

const withoutDot = (host: string) => host.replace(/\.$/, '')

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/
const MAX_NAME_CHARACTERS = 253

export function isHost(ascii: string): boolean {
  if (isIP(ascii)) return true
  return (
    ascii.length <= MAX_NAME_CHARACTERS && ascii.split('.').every((label) => LABEL.test(label) && isDecodable(label))
  )
}

/** Checks labels that begin with `xn--`, because newer URL parsers accept them even if they cannot be decoded. */
const isDecodable = (label: string) => !label.startsWith('xn--') || ![label, ''].includes(domainToUnicode(label))

/** Finds the value for a normalized host. The keys are as users wrote them, such as `Example.COM.`. */
export function findByHost<Value>(map: Readonly<Record<string, Value>>, host: string): Value | undefined {
  const entry = Object.entries(map).find(([name]) => asciiHost(name) === host)
  return entry?.[1]
}

/** Returns true for a host name of this machine or its network. The name is not resolved. */
export function isLocalName(host: string): boolean {
  const name = withoutDot(host.toLowerCase())
  return name === 'localhost' || /\.(local|internal)$/.test(name)
}
