// Serves an emulator over HTTP on a port.

import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout } from 'node:timers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Koa from 'koa'
import type { Recorder } from '../control/contract/recordings.ts'
import type { Emulator } from '../emulator.ts'
import { createServer } from '../lib/node-http.ts'
import { Problem } from '../lib/problem.ts'
import { loadTextParser } from './bodies/text-body.ts'
import { botApi, refuseUnknownPath } from './bot-api.ts'
import { controlApi } from './control-api.ts'
import { hostInUrl, refuseForeignRequests, requireControlToken, requireTokenBeyondLoopback } from './guard.ts'
import { handleUncaughtErrors } from './reply.ts'

/** The time limits for receiving a request. Even a large upload from the same machine takes only seconds. */
const HEAD_TIMEOUT_MS = 20_000
const REQUEST_TIMEOUT_MS = 120_000

/** When the parser of bodies is loaded: before the first call, but after the line that announces the address. */
const WARM_UP_MS = 50

/** The maximum size of URL and headers. A query may contain a full list of commands, which takes about 400 KB. */
const MAX_HEAD_BYTES = 1024 * 1024

export interface HttpServer {
  url: string
  port: number
  /** Stops the server, and ends the event streams and all open connections. */
  close(): Promise<void>
}

export interface ListenOptions {
  host?: string
  /** The port of the server. 0 chooses a free port. */
  port?: number
  /** The token that clients send as `Authorization: Bearer …`. It is required if other machines can reach `host`. */
  controlToken?: string
  /** Opens the recorder. Without it, the server has no route `/recordings`. */
  recorder?: () => Promise<Recorder>
  /** True lets the process exit while the server still listens. */
  background?: boolean
}

export async function listen(emulator: Emulator, options: ListenOptions = {}): Promise<HttpServer> {
  const { host = '127.0.0.1', port = 0, controlToken: token, recorder, background = false } = options
  requireTokenBeyondLoopback(host, token)
  const app = new Koa()
  // Ignores the error that Koa emits if a connection breaks during an answer, because only the client can retry.
  app.on('error', () => {})
  app.use(handleUncaughtErrors)
  app.use(refuseForeignRequests(host))
  if (token) app.use(requireControlToken(token))
  app.use(botApi(emulator))
  const closing = new AbortController()
  app.use(controlApi(emulator, closing.signal, recorder))
  app.use(refuseUnknownPath)
  const limits = { maxHeaderSize: MAX_HEAD_BYTES, headersTimeout: HEAD_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS }
  const server = createServer(limits, app.callback())
  // Keeps idle connections open for longer than any long poll takes, so that a bot can reuse them for its next call.
  server.keepAliveTimeout = 75_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainListenError(error, host, port)))
    server.listen({ host, port, backlog: 1024 }, resolve)
  })
  if (background) {
    server.unref()
    server.on('connection', (socket) => socket.unref())
  }
  setTimeout(loadTextParser, WARM_UP_MS).unref()
  const address = server.address() as AddressInfo
  const url = `http://${hostInUrl(host)}:${address.port}`
  emulator.setAddresses(url, reachableAddresses(address.address))
  return {
    url,
    port: address.port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      // The event streams need one turn of the event loop to write their last events, and one more to end.
      await nextTurn()
      closing.abort()
      await nextTurn()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Returns the addresses of a server. On 0.0.0.0 or ::, these are all addresses of this machine. */
function reachableAddresses(address: string): string[] {
  if (address !== '0.0.0.0' && address !== '::') return [address]
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return all.map((each) => each.address)
}

function explainListenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    const hint = 'Stop the other program, or choose another port with --port (0 chooses a free port).'
    return new Problem('port-in-use', `Port ${port} of ${host} is in use.`, hint)
  }
  if (error.code === 'EACCES') {
    const hint = 'Choose a port above 1023 with --port.'
    return new Problem('port-forbidden', `This account may not use port ${port}.`, hint)
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new Problem(
      'no-such-host',
      `${host} is not an address of this machine.`,
      'Choose another address with --host.',
    )
  }
  return error
}
