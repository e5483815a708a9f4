// Names of hosts, compared as the network knows them: in ASCII, in lower case, without the dot of an absolute name.

import { isIP } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'

/** Without the brackets of an IPv6 literal. */
export const bareHost = (url: URL) => withoutDot(url.hostname.replace(/^\[(.*)\]$/, '$1'))

export function asciiHost(name: string): string {
  const bare = withoutDot(name.trim())
  return isIP(bare) ? bare.toLowerCase() : domainToASCII(bare)
}

const withoutDot = (host: string) => host.replace(/\.$/, '')

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/
const MAX_NAME_CHARACTERS = 253

/** Whether it is an address, or may stand in the domain name system. */
export function isHost(ascii: string): boolean {
  if (isIP(ascii)) return true
  return (
    ascii.length <= MAX_NAME_CHARACTERS && ascii.split('.').every((label) => LABEL.test(label) && isReadable(label))
  )
}

/** Newer URL parsers let a label pass that claims to be encoded and stands for nothing. */
const isReadable = (label: string) => !label.startsWith('xn--') || ![label, ''].includes(domainToUnicode(label))

/** What a map from names of hosts holds for this one. */
export function byHost<Value>(map: Readonly<Record<string, Value>>, host: string): Value | undefined {
  const entry = Object.entries(map).find(([name]) => asciiHost(name) === host)
  return entry?.[1]
}
