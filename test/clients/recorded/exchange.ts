// Sends the bytes of a recorded request over TCP.

import { once } from 'node:events'
import { connect } from 'node:net'
import type { Answer } from '../../helpers/service.ts'

/** Returns a body as one chunk, or as none if it is empty. */
export const chunked = (body: string) => `${body && `${body.length.toString(16)}\r\n${body}\r\n`}0\r\n\r\n`

/** Sends the bytes on a connection of their own and returns the answer. */
export async function exchange(url: string, bytes: Buffer): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let text = ''
  const answered = new Promise<void>((done, fail) => {
    socket.on('error', fail).on('close', () => fail(new Error(`no whole answer: ${text}`)))
    socket.on('data', (data) => {
      text += data.toString()
      const [, length] = /^content-length: (\d+)\r\n/im.exec(text) ?? []
      const end = text.indexOf('\r\n\r\n')
      if (end >= 0 && Buffer.byteLength(text.slice(end + 4)) >= Number(length)) done()
    })
  })
  await once(socket, 'connect')
  socket.write(bytes)
  await answered
  socket.destroy()
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(text) ?? []
  return { status: Number(status), body: JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) }
}
