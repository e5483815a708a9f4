// A local webhook server that records requests and answers as a test requires.

import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { expect } from 'vitest'
import { onTestFinished } from './finished.ts'
import { until } from './until.ts'

export interface Received {
  method: string
  path: string
  /** The headers as received, with the original case of their names. */
  headers: Record<string, string>
  body: string
  update_id: number
  /** The number of the connection, counted from 1. */
  connection: number
}

/** Answers a request. `n` is the number of the request, counted from 1. */
export type Reply = (response: ServerResponse, n: number, request: IncomingMessage) => unknown

export const status =
  (code: number, body = ''): Reply =>
  (response) =>
    response.writeHead(code).end(body)

export type Receiver = Awaited<ReturnType<typeof receiver>>

export async function receiver(reply: Reply = status(200), tls?: { key: string; cert: string }) {
  const got: Received[] = []
  const connections = new Map<Socket, number>()
  let answering = reply
  /** The current number of unanswered requests, and the highest so far. */
  const open = { now: 0, most: 0 }
  const listener: RequestListener = async (request, response) => {
    open.now++
    open.most = Math.max(open.most, open.now)
    response.on('close', () => void open.now--)
    const { method, url, rawHeaders, socket } = request
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const headers = Object.fromEntries(rawHeaders.flatMap((name, i) => (i % 2 ? [] : [[name, rawHeaders[i + 1]!]])))
    const { update_id } = JSON.parse(body)
    got.push({ method: method!, path: url!, headers, body, update_id, connection: connections.get(socket)! })
    answering(response, got.length, request)
  }
  const server: Server = tls ? createTlsServer(tls, listener) : createServer(listener)
  server.keepAliveTimeout = 60_000
  server.on(tls ? 'secureConnection' : 'connection', (socket) => connections.set(socket, connections.size + 1))
  const listen = (port: number) => new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  onTestFinished(close)
  const { port } = server.address() as AddressInfo
  return {
    origin: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    got,
    open,
    ids: () => got.map(({ update_id }) => update_id),
    /** Returns the texts of the messages in the received updates. */
    texts: () => got.map(({ body }) => JSON.parse(body).message.text as string),
    /** Waits for `count` requests, and fails if there are more. */
    async received(count: number) {
      await until(() => got.length >= count)
      expect(got).toHaveLength(count)
    },
    replyWith(next: Reply) {
      answering = next
    },
    connections: () => connections.size,
    close,
    reopen: () => listen(port),
  }
}
