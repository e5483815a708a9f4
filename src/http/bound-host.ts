// What is bound, and by which names it may be called.

import { isIP } from 'node:net'

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']

export const isLoopbackHost = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)

const isEveryAddress = (host: string) => host === '0.0.0.0' || host === '::'

/** Names that nobody can point here from outside: addresses, and names that the public DNS does not give away. */
const isPrivateName = (name: string) =>
  isIP(name.replace(/^\[|\]$/g, '')) !== 0 || !name.includes('.') || name.endsWith('.internal')

/** Whether a Host header may name what is bound; a foreign name is how a web page rebinds its own to this machine. */
export function mayBeCalled(bound: string, header: string): boolean {
  const name = header.toLowerCase().replace(/:\d+$/, '')
  if (name === '') return false
  return LOOPBACK_NAMES.includes(name) || name === inUrl(bound) || (isEveryAddress(bound) && isPrivateName(name))
}

/** A host as it stands in a URL. */
export const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)
