// The connection to the emulator: one socket for the clock's messages, and one for reports.

import { connect, type Socket } from 'node:net'
import { threadId } from 'node:worker_threads'
import type { ClockMessage } from '../../../control/contract/clock-lease.ts'

interface LinkEvents {
  onMessage(message: ClockMessage): void
  onRefusal(status: string): void
  /** Called when the connection for the clock's messages is closed, also if the emulator never answered. */
  onEnd(): void
}

/**
 * Connects to the clock at `url`, and keeps the process alive until the first message. Writes HTTP by itself, because
 * node:http takes longer to load than everything else here. Calls `ignore` so that its sockets do not count as work.
 */
export function openLink(url: URL, ignore: (socket: Socket) => void, events: LinkEvents) {
  const token = url.username && `Authorization: Bearer ${decodeURIComponent(url.username)}\r\n`
  const head = (operation: string) =>
    `${operation.replace(' ', ` ${url.pathname}`)} HTTP/1.1\r\nHost: ${url.host}\r\n${token}`

  function open(): Socket {
    const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || 80 })
    ignore(socket)
    return socket.setNoDelay().on('error', () => {})
  }

  const query = new URLSearchParams(url.search)
  query.set('runsAhead', 'true')
  query.set('pid', String(process.pid))
  query.set('parent', String(process.ppid))
  query.set('thread', String(threadId))
  query.set('runtime', `Node ${process.versions.node}`)
  const stream = open()
  stream.write(`${head(`GET /follow?${query}`)}\r\n`)
  let rest = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const status = /^HTTP\/1.1 (?!200)(\d+)/.exec(line)?.[1]
      if (status) return events.onRefusal(status)
      if (!line.startsWith('data: ')) continue
      stream.unref()
      events.onMessage(JSON.parse(line.slice('data: '.length)))
    }
  })
  stream.on('close', events.onEnd)

  let reports: Socket | undefined

  function report(body: string) {
    if (!reports?.writable) reports = open().unref().resume()
    const length = Buffer.byteLength(body)
    reports.write(`${head('POST /report')}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`)
  }

  return { report, end: () => void stream.destroy() }
}
