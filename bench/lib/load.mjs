// Puts load on a server from another process, over kept-alive connections.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const CHILD = fileURLToPath(new URL('./load-child.mjs', import.meta.url))

export function createLoad() {
  const child = fork(CHILD)
  return {
    /** Sends the requests in turn for `seconds`, one at a time on each connection. Throws if one is refused. */
    async run({ port, requests, connections = 32, seconds }) {
      child.send({ port, requests, connections, seconds })
      const [answer] = await once(child, 'message')
      if (answer.refused) throw new Error(`Refused under load: ${answer.refused}`)
      return answer
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

export function postRequest(path, body) {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

export const getRequest = (path) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
