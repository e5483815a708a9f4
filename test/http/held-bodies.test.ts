// Requests with `Expect: 100-continue`: a body is only asked for after its token is checked.

import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { service } from '../helpers/service.ts'

/** Sends a head, sends the body only after a 100, and returns the first lines of all answers until the connection closes. */
async function exchange(port: number, path: string, body: string, more = ''): Promise<string[]> {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ]
  const socket = connect(port, '127.0.0.1')
  let received = ''
  let isSent = false
  socket.on('data', (data) => {
    received += data
    if (isSent || !received.startsWith('HTTP/1.1 100 ')) return
    isSent = true
    socket.write(body + more)
  })
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await once(socket, 'close')
  return received.match(/HTTP\/1\.1 \d+/g) ?? []
}

describe('a client that waits for 100 before it sends the body', () => {
  const LAST = 'GET /_emulator/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

  it('gets only the refusal if no bot has the token', async () => {
    const { url } = await service()
    const port = Number(new URL(url).port)
    expect(await exchange(port, '/bot1:none/getMe', '{}')).toEqual(['HTTP/1.1 401'])
    expect(await exchange(port, '/bot/getMe', '{}')).toEqual(['HTTP/1.1 401'])
  })

  it('gets 100 and the answer if a bot has the token, and can use the connection again', async () => {
    const s = await service()
    await s.act('createUser', { handle: 'alice', first_name: 'Alice' })
    const { token } = await s.act('createBot', { handle: 'greeter', first_name: 'Greeter', owner: 'alice' })
    const port = Number(new URL(s.url).port)
    const statuses = ['HTTP/1.1 100', 'HTTP/1.1 200', 'HTTP/1.1 200']
    expect(await exchange(port, `/bot${token}/getMe`, '{}', LAST)).toEqual(statuses)
    expect(await exchange(port, '/_emulator/actions/createUser', '{"first_name":"Bob"}', LAST)).toEqual(statuses)
  })
})
