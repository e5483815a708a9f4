// The schemas that validate the settings of the service when they are changed.

import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import * as z from 'zod'
import { requireValidPatterns } from '../../lib/compare/difference.ts'
import { isLoopbackAddress } from '../../lib/net/addresses.ts'
import { asciiHost, isHost } from '../../lib/net/host-name.ts'
import { whyNotLenient, whyNotStubbed } from '../../service/rules/lacking-operations.ts'

/** The maximum number of entries in a list or map, because many calls search all of them. */
const MAX_ENTRIES = 100
/** The maximum length of a text in the settings. A message has the same maximum. */
const MAX_LENGTH = 4096

type WhyNot<Value> = (value: Value) => string | undefined

const refuseIf = <Schema extends z.ZodType>(schema: Schema, whyNot: WhyNot<z.output<Schema>>) =>
  schema.superRefine((value, { addIssue }) => {
    const message = whyNot(value)
    if (message !== undefined) addIssue(message)
  })

const withFewEntries = <Schema extends z.ZodType<object>>(schema: Schema) =>
  schema.refine(
    (entries) => Object.keys(entries).length <= MAX_ENTRIES,
    `Invalid input: expected at most ${MAX_ENTRIES} entries`,
  )

const listOf = <Schema extends z.ZodType>(entry: Schema) => withFewEntries(z.array(entry))

const mapOf = <Schema extends z.ZodType>(whyNotKey: WhyNot<string>, entry: Schema) =>
  withFewEntries(
    z.record(refuseIf(z.string(), whyNotKey), entry, {
      error: (issue) => (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined),
    }),
  )

const address = z
  .string()
  .max(MAX_LENGTH)
  .refine((text) => isIP(text) !== 0, 'Invalid input: expected an IP address')

const whyNotHost = (name: string) =>
  isHost(asciiHost(name)) ? undefined : 'Invalid input: expected the name of a host'

export const addresses = listOf(address)

export const dns = mapOf(whyNotHost, addresses.nullable())

/** Maps the host in a webhook's URL to the local origin that receives its requests. The path stays the same. */
export const webhookRoutes = mapOf(
  whyNotHost,
  z
    .string()
    .max(MAX_LENGTH)
    .refine(isLocalOrigin, 'Invalid input: expected a target on this machine, such as http://127.0.0.1:3000')
    .nullable(),
)

function isLocalOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, href, origin } = new URL(text)
  const isHere = hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[(.*)\]$/, '$1'))
  return /^https?:$/.test(protocol) && isHere && href === `${origin}/`
}

export const lenient = listOf(refuseIf(z.string().max(MAX_LENGTH), whyNotLenient))

export const stubs = mapOf(whyNotStubbed, z.unknown())

export const certificates = listOf(z.string().refine(isCertificate, 'Invalid input: expected a certificate in PEM'))

function isCertificate(text: string): boolean {
  try {
    return text.includes('BEGIN CERTIFICATE') && Boolean(new X509Certificate(text))
  } catch {
    return false
  }
}

const pattern = z
  .string()
  .min(1)
  .max(MAX_LENGTH)
  .superRefine((text) => requireValidPatterns(text))

export const patterns = listOf(pattern)

export const contentFilter = listOf(
  z.strictObject({ match: pattern, reason: z.string().max(MAX_LENGTH).default('message text is not allowed') }),
)
