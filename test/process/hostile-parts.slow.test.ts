// Multipart bodies made to be slow to read: other bots are answered as if nothing were.

import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginUpload } from '../conformance/slow-upload.ts'
import { leastStall, watchedProgram } from './watched-program.ts'

const MEBIBYTE = 1024 * 1024

/** A part that goes on for so many bytes, sent as fast as they are taken, or until there is an answer. */
function* endless(head: string, piece: string, bytes: number) {
  yield Buffer.from(head)
  const block = Buffer.alloc(MEBIBYTE, piece)
  for (let sent = 0; sent < bytes; sent += block.length) yield block
}

const whole = function* (body: string) {
  yield Buffer.from(body)
}

const FILE = '--x\r\nContent-Disposition: form-data; name="document"; filename="a.bin"\r\n\r\n'
const FIELD = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n'
const END = '\r\n--x--\r\n'

const withHead = (head: string) => () => whole(`--x\r\nContent-Disposition: form-data; name="a"${head}\r\n\r\nhi${END}`)
const withEncoding = (encoding: string) => () =>
  whole(`--x\r\nContent-Transfer-Encoding: ${encoding}\r\n${FILE.slice(5)}${'aGk= '.repeat(400_000)}${END}`)

const HOSTILE: [name: string, body: () => Iterable<Buffer>, status: number][] = [
  ['a head of 160 KB', withHead(`; filename="${'b'.repeat(160_000)}"`), 400],
  ['a head of 160 KB that is full of file names', withHead('; filename="'.repeat(13_500)), 400],
  ['a head of 16 KB that is full of file names', withHead('; filename="'.repeat(1_300)), 400],
  ['a head of 16 KB that is full of parameters', withHead(`; filename=${';a -'.repeat(4_000)}`), 400],
  [
    '200 heads of 15 KB',
    () => whole(`${`${FIELD.trimEnd()}; filename=${';a -'.repeat(3_700)}\r\n\r\n\r\n`.repeat(200)}${END}`),
    400,
  ],
  ['10 000 lines in a head', () => whole(`--x\r\n${'a:\r\n'.repeat(10_000)}\r\nhi${END}`), 400],
  ['10 000 parts', () => whole(`${`${FIELD}\r\n`.repeat(10_000)}${END}`), 400],
  ['10 000 files', () => whole(`${`${FILE}\r\n`.repeat(10_000)}${END}`), 400],
  ...['7bit', '8bit', 'binary', 'base64', 'quoted-printable', 'x-unknown'].map((encoding): (typeof HOSTILE)[number] => [
    `2 MB of the transfer encoding ${encoding}`,
    withEncoding(encoding),
    400,
  ]),
  ['a head without end', () => endless('--x\r\nX: ', 'y', 60 * MEBIBYTE), 400],
  ['a name of a header without end', () => endless('--x\r\n', 'y', 60 * MEBIBYTE), 400],
  ['a file without end', () => endless(FILE, 'z', 60 * MEBIBYTE), 413],
  ['a file without end, of noughts', () => endless(FILE, '\0', 60 * MEBIBYTE), 413],
  ['a field without end', () => endless(FIELD, 'z', 60 * MEBIBYTE), 413],
  ['a file of line ends', () => endless(FILE, '\r\n', 2 * MEBIBYTE), 400],
  ['a file of halves of line ends', () => endless(FILE, '\r', 2 * MEBIBYTE), 400],
  ['a file of beginnings of marks', () => endless(FILE, '\r\n--', 2 * MEBIBYTE), 400],
  ['a text without end before the first part', () => endless('', '\r\n--', 60 * MEBIBYTE), 413],
  ['a text without end after the last part', () => endless('--x--', '\r\n--', 60 * MEBIBYTE), 413],
]

describe('nobody waits 50 ms for', () => {
  let program: Awaited<ReturnType<typeof watchedProgram>>
  const getMe = async () => (await fetch(`${program.url}/bot${program.token}/getMe`)).json()

  beforeAll(async () => {
    program = await watchedProgram()
    // What is slow only because it is done for the first time.
    for (let call = 0; call < 50; call++) await getMe()
    const upload = await beginUpload(program, program)
    await upload.finish()
    upload.hangUp()
  })
  afterAll(() => program.end())

  const MAX_MS = 50

  it.each(HOSTILE)('LIM-15 %s', { timeout: 60_000 }, async (_, body, status) => {
    const send = async () => {
      const upload = await beginUpload(program, program, { query: '?chat_id=1', body: '' })
      let answered = false
      const answer = upload.answer.finally(() => {
        answered = true
      })
      const others = (async () => {
        while (!answered) {
          expect(await getMe()).toMatchObject({ ok: true })
          await pause(5)
        }
      })()
      for (const block of body()) {
        if (answered) break
        upload.send(block)
        if (upload.socket.writableNeedDrain) await Promise.race([once(upload.socket, 'drain'), answer])
      }
      expect((await upload.finish(''))?.status).toBe(status)
      await others
      upload.hangUp()
    }
    await program.longestStall()
    expect(await leastStall(program, MAX_MS, send)).toBeLessThan(MAX_MS)
  })
})
