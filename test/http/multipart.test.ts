// Multipart bodies byte by byte: where parts begin and end, and what their heads may say.

import { describe, expect, it } from 'vitest'
import { fileIn, mediaBytes, storedBytes } from '../helpers/files.ts'
import { refused } from '../helpers/service.ts'
import { ALICE } from '../helpers/stage.ts'
import { END, field, file, sender } from './multipart.ts'

const unreadable = (reason: string) => refused(400, `Bad Request: body: ${reason}`)
const MALFORMED = unreadable('the multipart body is malformed or cut off')

/** What getMe is told by a body. */
async function paramsIn(body: string | Buffer, type?: string) {
  const { send, lastParams } = await sender()
  expect(await send('getMe', body, type)).toMatchObject({ status: 200 })
  return lastParams()
}

describe('where a body ends', () => {
  it.each([
    ['nowhere', field('a', 'b')],
    ['in a part', field('a', 'b').trimEnd()],
    ['in the last mark', `${field('a', 'b')}--x-`],
    ['in a head', `${field('a', 'b')}--x\r\nContent-Disposition: form-data`],
    ['with nothing', '\r\n'],
    ['without a mark', 'a=b&c=d'],
    ['with the mark of another', field('a', 'b').replace('--x', '--y') + END.replace('x', 'y')],
  ])('GAP-06 %s: it is refused', async (_, body) => {
    const { send } = await sender()
    expect(await send('getMe', body)).toEqual(MALFORMED)
  })

  it.each([10, 70_000, 300_000, 600_000])(
    'GAP-06 after a file of %i bytes: it is refused, and nothing is left',
    async (size) => {
      const { send, nothingLeft } = await sender()
      const body = file('document', 'x'.repeat(size)) + field('text', 'cut').trimEnd()
      // More often than a bot may transfer files at once.
      for (let i = 0; i < 5; i++) expect(await send('sendDocument', body)).toEqual(MALFORMED)
      await nothingLeft()
    },
  )

  it('GAP-06 GAP-07 an empty chunked body holds nothing', async () => {
    const { s, bot, lastParams } = await sender()
    const empty = new ReadableStream({ start: (controller) => controller.close() })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const init: RequestInit = { method: 'POST', headers, body: empty, duplex: 'half' }
    expect(await fetch(`${s.url}/bot${bot.token}/getMe`, init)).toMatchObject({ status: 200 })
    expect(await lastParams()).toEqual({})
  })

  it.each([
    ['no part', END],
    ['an empty line first', `\r\n${END}`],
    ['no line end', END.trimEnd()],
    ['more lines', `${END}\r\n\r\n`],
  ])('TRN-08 %s holds nothing', async (_, body) => {
    expect(await paramsIn(body)).toEqual({})
  })
})

describe('a part', () => {
  const pdf = mediaBytes('page.pdf')

  it.each([
    '7bit',
    '8bit',
    'binary',
    'Binary',
    'base64',
    'quoted-printable',
    'utf-8',
    'ucs2',
    'hex',
    'x-unknown',
    '',
    ' ',
    'base64; x=y',
    '__proto__',
  ])('TRN-08 FILE-05 is taken as it stands, whatever transfer encoding it names: "%s"', async (encoding) => {
    const { send, s, nothingLeft } = await sender()
    for (const type of [
      '',
      '\r\nContent-Type: text/plain; charset=us-ascii',
      '\r\nContent-Type: application/octet-stream',
    ]) {
      for (const said of [
        `Content-Transfer-Encoding: ${encoding}${type}`,
        `${type.trimStart()}\r\nCONTENT-TRANSFER-ENCODING:${encoding}`,
      ]) {
        const more = `\r\n${said.trimStart()}`
        const body = Buffer.concat([
          Buffer.from(field('chat_id', String(ALICE.id)).replace('\r\n\r\n', `${more}\r\n\r\n`)),
          Buffer.from(field('caption', 'aGk= =C3=A9').replace('\r\n\r\n', `${more}\r\n\r\n`)),
          Buffer.from(`--x\r\nContent-Disposition: form-data; name="document"; filename="a.pdf"${more}\r\n\r\n`),
          pdf,
          Buffer.from(`\r\n${END}`),
        ])
        const answer = await send('sendDocument', body)
        expect(answer.body.result).toMatchObject({ caption: 'aGk= =C3=A9', document: { file_size: pdf.length } })
        expect((await storedBytes(s, fileIn(answer))).equals(pdf)).toBe(true)
      }
    }
    await nothingLeft()
  })

  it.each([
    ['no head at all', '--x\r\n\r\nhi\r\n'],
    ['no disposition', '--x\r\nContent-Type: text/plain\r\n\r\nhi\r\n'],
    ['an empty disposition', '--x\r\nContent-Disposition:\r\n\r\nhi\r\n'],
    ['no name', '--x\r\nContent-Disposition: form-data\r\n\r\nhi\r\n'],
    ['an empty name', field('', 'hi')],
  ])('TRN-08 with %s has an empty name', async (_, part) => {
    expect(await paramsIn(`${part}${field('a', 'b')}${END}`)).toEqual({ '': 'hi', a: 'b' })
  })

  it.each(['X-Empty:', 'X-Empty: ', 'Content-Type: text/plain', 'A:\r\nB:\r\nC: d'])(
    'TRN-08 may have other lines in its head before its name: %j',
    async (lines) => {
      const [first, rest] = field('a', 'b').split('Content-Disposition') as [string, string]
      expect(await paramsIn(`${first}${lines}\r\nContent-Disposition${rest}${END}`)).toEqual({ a: 'b' })
    },
  )

  it('DOC-02 of a file without a name is one of no parameter', async () => {
    const { send, nothingLeft } = await sender()
    const part = '--x\r\nContent-Disposition: form-data; filename="a.bin"\r\n\r\nhi\r\n'
    expect(await send(`sendDocument?chat_id=${ALICE.id}`, `${part}${END}`)).toEqual(
      refused(400, 'Bad Request: there is no document in the request'),
    )
    await nothingLeft()
  })

  it.each(['constructor', 'toString', 'hasOwnProperty', 'a[b]', 'a.b', '0', 'length'])(
    'GAP-08 may have any name: %s',
    async (name) => {
      expect(await paramsIn(`${field(name, 'b')}${field('c', 'd')}${END}`)).toEqual({ [name]: 'b', c: 'd' })
    },
  )

  it('GAP-08 is passed over when its name is that of a prototype', async () => {
    expect(await paramsIn(`${field('__proto__', 'b')}${field('c', 'd')}${END}`)).toEqual({ c: 'd' })
  })

  it('GAP-05 counts when it is the first of its name', async () => {
    expect(await paramsIn(`${field('a', '1')}${field('a', '2')}${field('b', '3')}${END}`)).toEqual({ a: '1', b: '3' })
    const { send, lastParams, nothingLeft } = await sender()
    const called = `sendDocument?chat_id=-77`
    const first = { chat_id: '-77', document: { file: 'a.bin', bytes: 5 } }
    await send(called, `${file('document', 'first')}${file('document', 'second one')}${END}`)
    expect(await lastParams()).toEqual(first)
    await send(called, `${file('document', 'first')}${field('document', 'second')}${END}`)
    expect(await lastParams()).toEqual(first)
    await send(called, `${field('document', 'first')}${file('document', 'second')}${END}`)
    expect(await lastParams()).toEqual({ chat_id: '-77', document: 'first' })
    await nothingLeft()
  })

  it('TRN-08 GAP-139 of a file is a blank text for an operation that takes none', async () => {
    expect(await paramsIn(`${file('document', 'hi')}${field('a', 'b')}${END}`)).toEqual({ document: ' ', a: 'b' })
  })

  it.each(['form-data; name="filename=x"', 'form-data; name="filename=\\"x\\""', 'form-data; filenames="x"; name="a"'])(
    'DOC-02 is a field while it has no file name: %s',
    async (disposition) => {
      const params = await paramsIn(`--x\r\nContent-Disposition: ${disposition}\r\n\r\nhi\r\n${END}`)
      expect(Object.values(params)).toEqual(['hi'])
    },
  )

  it('GAP-06 cannot be read where its head holds a line that is none', async () => {
    const { send } = await sender()
    for (const line of ['no colon', ': no name', 'a b: c', 'a: b\rc'])
      expect(await send('getMe', `--x\r\n${line}\r\n\r\nhi\r\n${END}`), line).toEqual(MALFORMED)
  })

  it('GAP-06 cannot be read where its data holds the mark of parts with half a line end', async () => {
    const { send } = await sender()
    expect(await send('getMe', `${field('a', '\r\n--x\rb')}${END}`)).toEqual(MALFORMED)
  })
})

it('TRN-08 FILE-05 there may be any number of parts, and long heads', async () => {
  const long = { name: 'n'.repeat(20_000), value: 'v' }
  const many = Object.fromEntries(Array.from({ length: 1200 }, (_, i) => [`field${i}`, `${i}`]))
  const fields = Object.entries(many).map(([name, value]) => field(name, value))
  expect(await paramsIn(`${fields.join('')}${END}`)).toEqual(many)
  expect(await paramsIn(`${field(long.name, long.value)}${END}`)).toEqual({ [long.name]: 'v' })
})

describe('the content type', () => {
  it.each([
    ['x', 'multipart/form-data; charset=utf-8; boundary=x'],
    ['x', 'Multipart/Form-Data; Boundary=x'],
    ['x y', 'multipart/form-data; boundary="x y"'],
    ["a'()+_,-./:=?b", 'multipart/form-data; boundary="a\'()+_,-./:=?b"'],
    ['----=_Part_1_2.3', 'multipart/form-data; boundary=----=_Part_1_2.3'],
    ['application/json', 'multipart/form-data; boundary=application/json'],
    ['x-www-form-urlencoded', 'multipart/form-data; boundary=x-www-form-urlencoded'],
    ['octet-stream', 'multipart/form-data; boundary=octet-stream'],
  ])('TRN-08 may name %s as the boundary: %s', async (boundary, type) => {
    const body = `${field('a', 'b')}${END}`.replaceAll('--x', `--${boundary}`)
    expect(await paramsIn(body, type)).toEqual({ a: 'b' })
  })

  it.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary'])(
    'GAP-06 has to name a boundary: %s',
    async (type) => {
      const { send } = await sender()
      expect(await send('getMe', END, type)).toEqual(unreadable('bad content-type header, no multipart boundary'))
    },
  )
})
