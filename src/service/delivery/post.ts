// Posts updates to a webhook over one persistent connection.

import { isIP } from 'node:net'
import type { Client } from 'undici'
import type { Clock } from '../../lib/clock.ts'
import { excerpt } from '../../lib/safe-text.ts'
import { parseJson } from '../../lib/text.ts'
import type { ServiceSettings } from '../rules/settings.ts'
import type { WebhookRow } from '../store/tables/bots.ts'
import { createDestinations, type Destination } from './destination.ts'
import { exchange, failureText } from './exchange.ts'

export interface PostOutcome {
  /** The status of the webhook's answer, or null if the webhook did not answer. */
  status: number | null
  /** The reason for a failed delivery, or null if the update was delivered. */
  error: string | null
  /** The first line of the webhook's answer, if its status is not a success. */
  answer?: string
  /** The operation in the webhook's answer. The service does not run operations in such answers. */
  ignored_operation?: string
}

export type Post = ReturnType<typeof createPost>

export function createPost(clock: Clock) {
  let open: { to: Destination; client: Client } | undefined
  let closed = false
  const destinationOf = createDestinations()

  async function connectionTo(to: Destination): Promise<Client> {
    if (open && isSameConnection(open.to, to)) return open.client
    const { Client } = await import('undici')
    const connect = await connectOptions(to)
    await disconnect()
    const client = new Client(to.origin, { keepAliveTimeout: 60_000, connect })
    open = { to, client }
    // Closes the connection at once if `close` was called while the connection was being prepared.
    if (closed) await client.destroy()
    return client
  }

  async function disconnect() {
    const { client } = open ?? {}
    open = undefined
    await client?.destroy()
  }

  return {
    async send(service: ServiceSettings, webhook: WebhookRow, body: string): Promise<PostOutcome> {
      try {
        const to = destinationOf(service, webhook)
        if (typeof to === 'string') return { status: null, error: to }
        const { path, headers } = to
        const connection = await connectionTo(to)
        const { status, body: answer } = await exchange(connection, { method: 'POST', path, headers, body }, clock)
        if (status < 200 || status >= 300) {
          const line = firstLine(answer)
          return { status, error: `Wrong response from the webhook: ${status}`, ...(line && { answer: line }) }
        }
        const ignored_operation = operationNamedIn(answer)
        return { status, error: null, ...(ignored_operation !== undefined && { ignored_operation }) }
      } catch (error) {
        // Closes the connection, so that the next delivery opens a new one with a new TLS session.
        await disconnect()
        return { status: null, error: failureText(error) }
      }
    },
    async close() {
      closed = true
      await disconnect()
    },
  }
}

const MAX_ANSWER_CHARACTERS = 200

const firstLine = (body: string) => excerpt(body.trim().split('\n', 1)[0] ?? '', MAX_ANSWER_CHARACTERS)

const isSameConnection = (a: Destination, b: Destination) =>
  a === b ||
  (a.origin === b.origin &&
    a.address === b.address &&
    a.headers.Host === b.headers.Host &&
    a.trustedRoots.join() === b.trustedRoots.join())

async function connectOptions({ address, trustedRoots }: Destination): Promise<Client.Options['connect']> {
  return {
    ...(trustedRoots.length && { ca: [...(await import('node:tls')).rootCertificates, ...trustedRoots] }),
    ...(address !== null && {
      lookup: (_name, options, callback) => {
        const family = isIP(address)
        if (options.all) callback(null, [{ address, family }])
        else callback(null, address, family)
      },
    }),
  }
}

export function operationNamedIn(body: string): string | undefined {
  const isJson = body.trimStart().startsWith('{')
  const method = isJson ? Object(parseJson(body)).method : new URLSearchParams(body).get('method')
  return typeof method === 'string' && /^\w{1,64}$/.test(method) ? method : undefined
}
