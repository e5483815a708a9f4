// Uploads of any size to the program in a process of its own, made while they are sent.

import { createHash } from 'node:crypto'
import { request } from 'node:http'

const HEAD = '--x\r\nContent-Disposition: form-data; name="document"; filename="a.bin"\r\n\r\n'
const TAIL = '\r\n--x--\r\n'
const BLOCK = Buffer.from(Array.from({ length: 65_536 }, (_, at) => (at * 167 + (at >> 8)) % 256))

export interface Sent {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire
  body: any
}

/** The bytes of the nth file of a length: no two are alike. */
function* blocks(nth: number, length: number): Generator<Buffer> {
  const first = Buffer.from(`${nth}:`.padEnd(16))
  yield first
  for (let left = length - first.length; left > 0; left -= BLOCK.length) yield BLOCK.subarray(0, left)
}

/** Its name in the store. */
export function uniqueIdOf(nth: number, length: number): string {
  const hash = createHash('sha256')
  for (const block of blocks(nth, length)) hash.update(block)
  return hash.digest('base64url').slice(0, 22)
}

/** Sends it as a document; rejects when the connection breaks. */
export function sendDocument(url: string, token: string, chat: number, nth: number, length: number): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': HEAD.length + length + TAIL.length,
    }
    const call = request(`${url}/bot${token}/sendDocument?chat_id=${chat}`, { method: 'POST', headers }, (response) => {
      let text = ''
      response.on('data', (data) => {
        text += data
      })
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode!, body: JSON.parse(text) }))
    })
    call.on('error', reject)
    call.write(HEAD)
    const all = blocks(nth, length)
    const go = () => {
      for (let next = all.next(); !next.done; next = all.next())
        if (!call.write(next.value)) return call.once('drain', go)
      call.end(TAIL)
    }
    go()
  })
}

export async function act(url: string, action: string, params: object) {
  const response = await fetch(`${url}/_emulator/actions/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
  })
  const body = (await response.json()) as Sent['body']
  if (!body.ok) throw new Error(`${action}: ${body.error.message}`)
  return body.result
}
