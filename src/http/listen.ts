// Serves an emulator over HTTP on a port.

import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Koa from 'koa'
import type { Emulator } from '../emulator.ts'
import { createServer } from '../lib/node-http.ts'
import { Problem } from '../lib/problem.ts'
import { botApi, refuseUnknownPath } from './bot-api.ts'
import { controlApi } from './control-api.ts'
import {
  hostInUrl,
  proveIdentity,
  refuseForeignRequests,
  requireControlToken,
  requireTokenBeyondLoopback,
} from './guard.ts'
import { handleUncaughtErrors } from './reply.ts'

/** The longest time to receive the head of a request, and a whole request. A large local upload takes seconds. */
const HEAD_TIMEOUT_MS = 20_000
const REQUEST_TIMEOUT_MS = 120_000

/** The limit for the head of a request, whose query may contain a full command list of some 400 KB. */
const MAX_HEAD_BYTES = 1024 * 1024

export interface HttpServer {
  url: string
  port: number
  /** Stops accepting calls, ends the open ones, and frees the port. */
  close(): Promise<void>
}

export interface ListenOptions {
  host?: string
  /** 0 chooses a free port. */
  port?: number
  /** The token that calls of `/_emulator` must send as `Authorization: Bearer …`; required beyond loopback. */
  controlToken?: string
  /** The key that proves the identity of this emulator to clients that have the same key. */
  key?: string
  /** Lets the process exit while the server still listens. */
  background?: boolean
}

export async function listen(emulator: Emulator, options: ListenOptions = {}): Promise<HttpServer> {
  const { host = '127.0.0.1', port = 0, controlToken: token, key, background = false } = options
  requireTokenBeyondLoopback(host, token)
  const app = new Koa()
  // Ignores sockets that break during an answer: only the caller can retry.
  app.on('error', () => {})
  app.use(handleUncaughtErrors(emulator.mask))
  app.use(refuseForeignRequests(host))
  if (key !== undefined) app.use(proveIdentity(key))
  if (token) app.use(requireControlToken(token))
  app.use(botApi(emulator))
  const closing = new AbortController()
  app.use(controlApi(emulator, closing.signal))
  app.use(refuseUnknownPath)
  const limits = { maxHeaderSize: MAX_HEAD_BYTES, headersTimeout: HEAD_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS }
  const server = createServer(limits, app.callback())
  // This timeout is longer than any long poll, so that a kept-alive connection is open for the bot's next call.
  server.keepAliveTimeout = 75_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainListenError(error, host, port)))
    server.listen({ host, port, backlog: 1024 }, resolve)
  })
  if (background) {
    server.unref()
    server.on('connection', (socket) => socket.unref())
  }
  const address = server.address() as AddressInfo
  emulator.setAddresses(reachableAddresses(address.address))
  return {
    url: `http://${hostInUrl(host)}:${address.port}`,
    port: address.port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      // One turn of the event loop delivers the last events to their streams, and one lets the streams end.
      await nextTurn()
      closing.abort()
      await nextTurn()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Returns the addresses at which the server is reachable: every one of this machine for the unspecified address. */
function reachableAddresses(address: string): string[] {
  if (address !== '0.0.0.0' && address !== '::') return [address]
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return all.map((each) => each.address)
}

function explainListenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new Problem(
      'port-in-use',
      `Port ${port} of ${host} is in use.`,
      'Stop the other program, or choose another port with --port (0 chooses a free one).',
    )
  }
  if (error.code === 'EACCES') {
    return new Problem(
      'port-forbidden',
      `This account may not use port ${port}.`,
      'Choose a port above 1023 with --port.',
    )
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new Problem('no-such-host', `${host} is not an address of this machine.`, 'Choose another with --host.')
  }
  return error
}
