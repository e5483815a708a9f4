// Puts an emulator on a port.

import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Koa from 'koa'
import type { Emulator } from '../emulator.ts'
import { createServer } from '../lib/node-http.ts'
import { Problem } from '../lib/problem.ts'
import { botApi, unknownPath } from './bot-api.ts'
import { controlApi } from './control-api.ts'
import { controlToken, guard, inUrl, proveItself, requireTokenBeyondLoopback } from './guard.ts'
import { lastResort } from './reply.ts'

/** How long the head of a request and the whole of it may take to come; a large upload on this machine takes seconds. */
const HEAD_MS = 20_000
const REQUEST_MS = 120_000

/** A query may hold any parameters, and a full command list takes some 400 KB in it. */
const LONGEST_HEAD_BYTES = 1024 * 1024

export interface Listening {
  url: string
  port: number
  /** Stops taking calls, ends the open ones, and frees the port. */
  close(): Promise<void>
}

export interface ListenOptions {
  /** The address to bind. */
  host?: string
  /** 0 takes a free one. */
  port?: number
  /** What calls of `/_emulator` have to bring as `Authorization: Bearer …`; needed beyond loopback. */
  controlToken?: string
  /** What it proves itself by to whoever has it as well. */
  key?: string
  /** Lets the process end although it listens. */
  background?: boolean
}

export async function listen(emulator: Emulator, options: ListenOptions = {}): Promise<Listening> {
  const { host = '127.0.0.1', port = 0, controlToken: token, key, background = false } = options
  requireTokenBeyondLoopback(host, token)
  const app = new Koa()
  // A socket that breaks under an answer is its caller's affair.
  app.on('error', () => {})
  app.use(lastResort)
  app.use(guard(host))
  if (key !== undefined) app.use(proveItself(key))
  if (token) app.use(controlToken(token))
  app.use(botApi(emulator))
  const closing = new AbortController()
  app.use(controlApi(emulator, closing.signal))
  app.use(unknownPath)
  const limits = { maxHeaderSize: LONGEST_HEAD_BYTES, headersTimeout: HEAD_MS, requestTimeout: REQUEST_MS }
  const server = createServer(limits, app.callback())
  // Longer than any long poll, so that a kept connection is not closed under a bot's next call.
  server.keepAliveTimeout = 75_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explained(error, host, port)))
    server.listen({ host, port, backlog: 1024 }, resolve)
  })
  if (background) {
    server.unref()
    server.on('connection', (socket) => socket.unref())
  }
  const address = server.address() as AddressInfo
  emulator.listenAt(addressesBehind(address.address))
  return {
    url: `http://${inUrl(host)}:${address.port}`,
    port: address.port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      // A turn for what listeners have yet to be told, and one for them to leave.
      await nextTurn()
      closing.abort()
      await nextTurn()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Whoever listens at the unspecified address is reached at each of the machine's. */
function addressesBehind(address: string): string[] {
  if (address !== '0.0.0.0' && address !== '::') return [address]
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return all.map((each) => each.address)
}

function explained(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new Problem(
      'port-in-use',
      `Port ${port} of ${host} is in use.`,
      'Stop what uses it, or choose another with --port (0 takes a free one).',
    )
  }
  if (error.code === 'EACCES') {
    return new Problem(
      'port-forbidden',
      `Port ${port} may not be used by this account.`,
      'Choose one above 1023 with --port.',
    )
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new Problem('no-such-host', `${host} is no address of this machine.`, 'Choose another with --host.')
  }
  return error
}
