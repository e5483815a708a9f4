// Uploads by hand over a bare connection: begun, held open, ended, broken off or torn down at any point.

import { existsSync, readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { Answer, Bot, Service } from './service.ts'

export const HEAD = (field = 'document', name = 'a.bin') =>
  `--x\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`
export const TAIL = '\r\n--x--\r\n'

interface Begun {
  /** In place of the method of a bot. */
  path?: string
  method?: string
  query?: string
  /** What has been sent of the body. */
  body?: string | Buffer
  /** How long the body is said to be; in chunks without it. */
  length?: number
  type?: string
}

export type SlowUpload = Awaited<ReturnType<typeof beginUpload>>

export async function beginUpload(s: { url: string }, bot: { token: string }, begun: Begun = {}) {
  const { method = 'sendDocument', query = '', body = `${HEAD()}abc`, length } = begun
  const { path = `/bot${bot.token}/${method}${query}` } = begun
  const { hostname, port } = new URL(s.url)
  const socket = connect(Number(port), hostname)
  await new Promise((resolve) => socket.once('connect', resolve))
  const answer = answerOn(socket)
  const size = length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  const type = begun.type ?? 'multipart/form-data; boundary=x'
  const send = (part: string | Buffer) => {
    if (part.length === 0) return
    if (length !== undefined) return void socket.write(part)
    socket.write(`${Buffer.byteLength(part).toString(16)}\r\n`)
    socket.write(part)
    socket.write('\r\n')
  }
  socket.write(`POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: ${type}\r\n${size}\r\n\r\n`)
  send(body)
  return {
    socket,
    answer,
    send,
    /** The rest of the body. */
    finish(rest: string | Buffer = TAIL) {
      send(rest)
      if (length === undefined) socket.write('0\r\n\r\n')
      return answer
    },
    hangUp: () => void socket.destroy(),
    reset: () => void socket.resetAndDestroy(),
  }
}

/** The first answer on a connection; nothing when it ends without. */
function answerOn(socket: Socket): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    let text = ''
    const read = (data: Buffer) => {
      text += data
      const [head, body] = text.split('\r\n\r\n', 2) as [string, string?]
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN)
      if (body === undefined || Buffer.byteLength(body) < length) return
      socket.off('data', read)
      resolve({ status: Number(head.split(' ')[1]), body: JSON.parse(body) })
    }
    socket.on('data', read)
    socket.on('error', () => {})
    socket.on('close', () => resolve(undefined))
  })
}

export async function transfersOf(s: Service, bot: Bot): Promise<{ bot: number; overall: number }> {
  const limits: { limit: string; used: number }[] = await s.view(`/bots/${bot.id}/limits`)
  const used = (name: string) => limits.find(({ limit }) => limit === name)!.used
  return { bot: used('transfers'), overall: used('transfers_overall') }
}

export const untilTransfers = (s: Service, bot: Bot, count: number) =>
  vi.waitUntil(async () => (await transfersOf(s, bot)).bot === count, { interval: 2, timeout: 15_000 })

/** The folders of uploads that are under way. The folder that contains them is created for the first one. */
export function uploadFolders({ bytesFolder }: Service): string[] {
  const folder = join(bytesFolder(), '.uploads')
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Neither a place nor a byte is left of any upload. */
export async function nothingUnderWay(s: Service, bot: Bot) {
  await untilTransfers(s, bot, 0)
  expect(await transfersOf(s, bot)).toEqual({ bot: 0, overall: 0 })
  expect(uploadFolders(s)).toEqual([])
}
