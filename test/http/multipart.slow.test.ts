// Multipart bodies cut at random on their way, and very long ones.

import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileIn } from '../helpers/files.ts'
import { refused } from '../helpers/service.ts'
import { beginUpload } from '../helpers/slow-upload.ts'
import { ALICE } from '../helpers/stage.ts'
import { END, field, file, MEBIBYTE, sender, TOO_LARGE } from './multipart.ts'

describe('however a body is cut on its way', () => {
  // What resembles the marks of the format, so that the cuts fall within them.
  const data = fc
    .array(fc.constantFrom('\r\n--x', '\r\n--', '\r\n', '\r', '--x--', '-', 'x', 'abc', '\0', 'é'), { maxLength: 12 })
    .map((pieces) => pieces.join(''))
    // A line that begins with the whole boundary would end the part, and no client chooses such a boundary.
    .filter((text) => !/\r\n--x[-\r]/.test(`${text}\r`))
  const name = fc.constantFrom('a', 'ä', 'naïve', '日本')
  const headers = fc.constantFrom('', '\r\nContent-Type: text/plain', '\r\nX-Empty:\r\nContent-Length: 3')

  function cut(body: Buffer, at: number[]): Buffer[] {
    const places = [0, ...at.map((place) => place % (body.length + 1)).sort((a, b) => a - b), body.length]
    return places.slice(1).map((end, i) => body.subarray(places[i], end))
  }

  it('FILE-05 TRN-08 the same parts come out of it', { timeout: 60_000 }, async () => {
    const { s, bot, lastParams } = await sender()
    const sent = async (pieces: Buffer[]) => {
      await s.act('advanceClock', { seconds: 60 })
      const upload = await beginUpload(s, bot, { query: `?chat_id=${ALICE.id}`, body: '' })
      upload.socket.setNoDelay(true)
      for (const piece of pieces) {
        upload.send(piece)
        await nextTurn()
        await nextTurn()
      }
      const answer = (await upload.finish(''))!
      upload.hangUp()
      return { answer, params: await lastParams() }
    }
    await fc.assert(
      fc.asyncProperty(
        data,
        fc.array(fc.tuple(name, headers, data), { maxLength: 3 }),
        fc.array(fc.nat(), { maxLength: 20 }),
        async (bytes, fields, at) => {
          const parts = fields.map(([name, more, value], n) =>
            field(`${name}${n}`, value).replace('\r\n\r\n', `${more}\r\n\r\n`),
          )
          const body = Buffer.from(`${file('document', bytes)}${parts.join('')}${END}`)
          const length = Buffer.byteLength(bytes)
          const values = Object.fromEntries(fields.map(([name, , value], n) => [`${name}${n}`, value]))
          for (const pieces of [[body], cut(body, at), ...(body.length < 150 ? [cut(body, [...body.keys()])] : [])]) {
            const { answer, params } = await sent(pieces)
            expect(params).toEqual({ chat_id: String(ALICE.id), document: { file: 'a.bin', bytes: length }, ...values })
            if (length === 0) expect(answer).toEqual(refused(400, 'Bad Request: empty_file'))
            else {
              const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
              expect(fileIn(answer)).toMatchObject({ file_unique_id: hash, file_size: length })
            }
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})

it('FILE-23 what comes before the first part and after the last counts as well', async () => {
  const { send } = await sender()
  const part = file('document', 'abc')
  for (const body of [`%\r\n${part}${END}`, `${part}${END}%`]) {
    const filled = (bytes: number) => body.replace('%', 'z'.repeat(bytes - body.length + 1))
    expect(await send('getMe', filled(52 * MEBIBYTE))).toMatchObject({ status: 200 })
    expect(await send('getMe', filled(52 * MEBIBYTE + 1))).toEqual(TOO_LARGE)
  }
})

it('FILE-23 GAP-06 without a file, a body has up to 2 MB, and with one the fields count to its 52 MB', async () => {
  const { send } = await sender()
  const filled = (bytes: number, parts = '') => {
    const frame = `${parts}${field('a', '')}${END}`
    return `${parts}${field('a', 'y'.repeat(bytes - frame.length))}${END}`
  }
  expect(await send('getMe', filled(2 * MEBIBYTE))).toMatchObject({ status: 200 })
  expect(await send('getMe', filled(2 * MEBIBYTE + 1))).toEqual(TOO_LARGE)
  for (const method of ['getMe', `sendDocument?chat_id=${ALICE.id}`]) {
    expect(await send(method, filled(52 * MEBIBYTE, file('document', 'abc')))).toMatchObject({ status: 200 })
    expect(await send(method, filled(52 * MEBIBYTE + 1, file('document', 'abc')))).toEqual(TOO_LARGE)
  }
  const late = `${field('a', 'y'.repeat(3 * MEBIBYTE))}${file('document', 'abcd')}${END}`
  expect(await send(`sendDocument?chat_id=${ALICE.id}`, late)).toMatchObject({ status: 200 })
})
