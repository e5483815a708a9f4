// Multipart bodies written by hand, and a bot that sends them.

import { refused } from '../helpers/service.ts'
import { nothingUnderWay } from '../helpers/slow-upload.ts'
import { byHand } from '../helpers/stage.ts'

export const MEBIBYTE = 1024 * 1024
export const TOO_LARGE = refused(413, 'Request Entity Too Large')

export const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
export const file = (name: string, bytes: string, more = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.bin"${more}\r\n\r\n${bytes}\r\n`
export const END = '--x--\r\n'

/** A bot on a stage that sends multipart bodies, and what the journal says of the last. */
export async function sender() {
  const staged = await byHand()
  const { s, bot, ask } = staged
  return {
    ...staged,
    send(method: string, body: string | Buffer, type = 'multipart/form-data; boundary=x') {
      const headers = { 'content-type': type }
      return ask(`/${method}`, {
        method: 'POST',
        headers,
        body: typeof body === 'string' ? body : new Uint8Array(body),
      })
    },
    lastParams: async () => (await s.view('/calls')).at(-1).params as Record<string, unknown>,
    nothingLeft: () => nothingUnderWay(s, bot),
  }
}
