// Creates bots in an emulator, and sends files as these bots.

import { Agent, request } from 'node:http'

export const CHAT = 777
/** As long as those of client libraries, because formidable searches a long boundary faster. */
const BOUNDARY = '--------------------------110594275812345678901234'
const HEAD = (field) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`
const TAIL = `\r\n--${BOUNDARY}--\r\n`

/** Creates `count` bots, and a person who starts each of them. Returns the tokens of the bots. */
export async function hireBots(url, count) {
  await act(url, 'createUser', { id: CHAT, first_name: 'Zoe', handle: 'zoe' })
  const tokens = []
  for (let n = 0; n < count; n++) {
    const { token } = await act(url, 'createBot', { first_name: `Sender ${n}`, handle: `sender_${n}` })
    await act(url, 'start', { as: 'zoe', bot: `sender_${n}` })
    tokens.push(token)
  }
  return tokens
}

async function act(url, action, params) {
  const response = await fetch(`${url}/_emulator/actions/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
  })
  const { ok, result, error } = await response.json()
  if (!ok) throw new Error(`${action}: ${error.message}`)
  return result
}

export const address = (url, token, operation) => `${url}/bot${token}/${operation}?chat_id=${CHAT}`

const agent = new Agent({ keepAlive: true })

/** Sends the blocks of bytes as one file. Resolves when the whole answer is received. */
export function send(url, field, blocks) {
  const head = HEAD(field)
  const length = head.length + TAIL.length + blocks.reduce((sum, block) => sum + block.length, 0)
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'content-length': length }
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', headers, agent }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${url.replace(/bot[^/]*/, 'bot…')}: ${response.statusCode}`))
      })
    })
    call.once('error', reject)
    call.write(head)
    let at = 0
    const go = () => {
      while (at < blocks.length) if (!call.write(blocks[at++])) return call.once('drain', go)
      call.end(TAIL)
    }
    go()
  })
}
