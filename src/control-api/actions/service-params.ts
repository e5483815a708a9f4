// What settings of the service may be: checked when they are made, since they are used much later.

import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import * as z from 'zod'
import { whyNotLenient } from '../../bot-api/operations/lenient.ts'
import { isLoopbackAddress } from '../../lib/net/addresses.ts'
import { asciiHost, isHost } from '../../lib/net/host-name.ts'

export const host = z.string().refine((name) => isHost(asciiHost(name)), 'Invalid input: expected the name of a host')

export const address = z.string().refine((text) => isIP(text) !== 0, 'Invalid input: expected an IP address')

/** Nothing leaves this machine, and the path is that of the webhook. */
export const routeTarget = z
  .string()
  .refine(isLocalOrigin, 'Invalid input: expected a target on this machine, such as http://127.0.0.1:3000')

function isLocalOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, href, origin } = new URL(text)
  const isHere = hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[(.*)\]$/, '$1'))
  return /^https?:$/.test(protocol) && isHere && href === `${origin}/`
}

export const lenientOperation = z.string().check(({ value: input, issues }) => {
  const message = whyNotLenient(input)
  if (message !== undefined) issues.push({ code: 'custom', message, input })
})

export const certificate = z.string().refine(isCertificate, 'Invalid input: expected a certificate in PEM')

function isCertificate(text: string): boolean {
  try {
    return text.includes('BEGIN CERTIFICATE') && Boolean(new X509Certificate(text))
  } catch {
    return false
  }
}
