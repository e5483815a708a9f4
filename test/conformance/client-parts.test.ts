// The parts of multipart bodies as real clients write them: which is a file, which a field, and what a file is called.

import { expect, it } from 'vitest'
import { fileIn, mediaBytes } from '../helpers/files.ts'
import { granted, NOON, refused } from '../helpers/service.ts'
import { ALICE, byHand, GREETER, WITH_ALICE } from '../helpers/stage.ts'

/** What stands before a part's bytes, and the bytes. */
type Part = [head: string, body: string | Buffer]

const BOUNDARIES: Record<string, string> = {
  grammY: '----------2k2uegs3kobqlfmz3ss3qhv8ux94wz1s',
  telegraf: '86db56b4-5ac1-4a60-a4c2-b7fd5dd71e3c',
  browser: '----WebKitFormBoundary7MA4YWxkTrZu0gW',
  curl: '------------------------d74496d66958873e',
  aiohttp: '5e2e7bbbdea14cbd9c1d4a2a1d6ff0f5',
  'form-data': '--------------------------110594275812345678901234',
}

function bodyOf(boundary: string, parts: Part[]): Buffer {
  const pieces = parts.flatMap(([head, body]) => [`--${boundary}\r\n${head}\r\n\r\n`, body, '\r\n'])
  return Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece as string)))
}

async function send(method: string, parts: Part[], boundary = 'x', { query = '', quoted = false } = {}) {
  const { ask } = await byHand()
  const said = quoted ? `"${boundary}"` : boundary
  const headers = { 'content-type': `multipart/form-data; boundary=${said}` }
  return ask(`/${method}${query}`, { method: 'POST', headers, body: new Uint8Array(bodyOf(boundary, parts)) })
}

const pdf = mediaBytes('page.pdf')
const named = (file_name: string) => ({
  file_id: expect.any(String),
  file_unique_id: expect.any(String),
  file_size: pdf.length,
  mime_type: 'application/octet-stream',
  file_name,
})
const document = (file_name: string, caption: string) =>
  granted({ message_id: 4, from: GREETER, chat: WITH_ALICE, date: NOON, document: named(file_name), caption })

/** gotgbot writes the text before or after the file, because it iterates over a map. */
it.each([0, 1])('GAP-53 a file and a text that points to it may have one name, the text at %i', async (at) => {
  const parts: Part[] = [['Content-Disposition: form-data; name="document"; filename="a.pdf"', pdf]]
  parts.splice(at, 0, ['Content-Disposition: form-data; name="document"', 'attach://document'])
  const common: Part[] = [
    ['Content-Disposition: form-data; name="chat_id"', '201'],
    ['Content-Disposition: form-data; name="caption"', 'x'],
  ]
  expect(await send('sendDocument', [...common, ...parts])).toEqual(document('a.pdf', 'x'))
})

it('GAP-53 a file does not replace a text of its name that points elsewhere', async () => {
  const chat: Part = ['Content-Disposition: form-data; name="chat_id"', '201']
  const other: Part = ['Content-Disposition: form-data; name="document"', 'attach://other']
  const file: Part = ['Content-Disposition: form-data; name="document"; filename="a.pdf"', pdf]
  const wrong = refused(400, 'Bad Request: wrong file identifier/HTTP URL specified')
  expect(await send('sendDocument', [chat, other, file])).toEqual(wrong)
  const text: Part = ['Content-Disposition: form-data; name="text"', 'hi']
  const skipped: Part = ['Content-Disposition: form-data; name="text"; filename="a.txt"', 'other']
  expect((await send('sendMessage', [chat, text, skipped])).status).toBe(200)
})

const clients: [string, string, Part[], string, string?][] = [
  [
    'grammY',
    'a file in a part of its own, its name without quotes',
    [
      ['content-disposition:form-data;name="chat_id"', '201'],
      ['content-disposition:form-data;name="document"', 'attach://s4c1rbgkzm9f2v7d'],
      ['content-disposition:form-data;name="caption"', 'é 🙂'],
      [
        'content-disposition:form-data;name="s4c1rbgkzm9f2v7d";filename=my report; v2, é.pdf\r\ncontent-type:application/octet-stream',
        pdf,
      ],
    ],
    'my report; v2, é.pdf',
  ],
  [
    'telegraf',
    'a file without a type',
    [
      ['content-disposition: form-data; name="chat_id"', '201'],
      ['content-disposition: form-data; name="document"; filename="my report.pdf"', pdf],
      ['content-disposition: form-data; name="caption"', 'é 🙂'],
    ],
    'my report.pdf',
  ],
  [
    'form-data',
    'node-telegram-bot-api: the other parameters in the query',
    [['Content-Disposition: form-data; name="document"; filename="report.pdf"\r\nContent-Type: application/pdf', pdf]],
    'report.pdf',
    `?chat_id=201&caption=${encodeURIComponent('é 🙂')}`,
  ],
  [
    'aiohttp',
    'fields with a type, a file name twice',
    [
      ['Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name="chat_id"', '201'],
      ['Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name="caption"', 'é 🙂'],
      [
        'Content-Type: application/octet-stream\r\nContent-Disposition: form-data; name="document"; filename="r.pdf"; filename*=utf-8\'\'%C3%A9t%C3%A9.pdf',
        pdf,
      ],
    ],
    'été.pdf',
  ],
  [
    'aiohttp',
    'a file without a type, a length in each part',
    [
      ['Content-Disposition: form-data; name="chat_id"\r\nContent-Length: 3', '201'],
      ['Content-Disposition: form-data; name="caption"\r\nContent-Length: 8', 'é 🙂'],
      [`Content-Disposition: form-data; name="document"; filename="report.pdf"\r\nContent-Length: ${pdf.length}`, pdf],
    ],
    'report.pdf',
  ],
  [
    'curl',
    'a type for the file alone, quotes escaped',
    [
      ['Content-Disposition: form-data; name="chat_id"', '201'],
      ['Content-Disposition: form-data; name="caption"', 'é 🙂'],
      [
        'Content-Disposition: form-data; name="document"; filename="a \\"b\\".pdf"\r\nContent-Type: application/pdf',
        pdf,
      ],
    ],
    'a "b".pdf',
  ],
  [
    'browser',
    'quotes in percent signs',
    [
      ['Content-Disposition: form-data; name="chat_id"', '201'],
      ['Content-Disposition: form-data; name="caption"', 'é 🙂'],
      [
        'Content-Disposition: form-data; name="document"; filename="été %22b%22.pdf"\r\nContent-Type: application/pdf',
        pdf,
      ],
    ],
    'été "b".pdf',
  ],
  [
    'browser',
    'python-requests: the encoded name alone',
    [
      ['Content-Disposition: form-data; name="chat_id"', '201'],
      ['Content-Disposition: form-data; name="caption"', 'é 🙂'],
      ['Content-Disposition: form-data; name="document"; filename*=utf-8\'\'r%C3%A9sum%C3%A9.pdf', pdf],
    ],
    'résumé.pdf',
  ],
  [
    'form-data',
    'Apache HttpClient: transfer encodings said',
    [
      [
        'Content-Disposition: form-data; name="chat_id"\r\nContent-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: 8bit',
        '201',
      ],
      [
        'Content-Disposition: form-data; name="caption"\r\nContent-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: 8bit',
        'é 🙂',
      ],
      [
        'Content-Disposition: form-data; name="document"; filename="report.pdf"\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: binary',
        pdf,
      ],
    ],
    'report.pdf',
  ],
]

it.each(clients)('DOC-02 FILE-24 TRN-08 %s: %s', async (client, _, parts, name, query) => {
  const boundary = BOUNDARIES[client]!
  for (const quoted of [false, true]) {
    expect(await send('sendDocument', parts, boundary, { query, quoted })).toEqual(document(name, 'é 🙂'))
  }
})

it('DOC-02 names, types and the order of headers do not tell a file from a field: a file name does', async () => {
  const field: Part = ['Content-Disposition: form-data; name="chat_id"', '201']
  const caption = 'Content-Disposition: form-data; name="caption"'
  const plain = await send('sendDocument', [
    field,
    [`${caption}\r\nContent-Type: application/octet-stream`, 'typed'],
    ['Content-Disposition: form-data; name="document"; filename="a.txt"\r\nContent-Type: text/plain', pdf],
  ])
  expect(plain).toEqual(document('a.txt', 'typed'))
  const textual = [field, ['Content-Disposition: form-data; name="document"\r\nContent-Type: application/pdf', pdf]]
  expect(await send('sendDocument', textual as Part[])).toEqual(
    refused(400, 'Bad Request: wrong file identifier/HTTP URL specified'),
  )
})

it('FILE-18 GAP-58 a file may have an empty name, and an empty file too', async () => {
  const head = 'Content-Disposition: form-data; name="document"; filename=""'
  const query = `?chat_id=${ALICE.id}`
  const answer = await send('sendDocument', [[head, pdf]], 'x', { query })
  expect(answer.body.result.document).toEqual(named('document.bin'))
  expect(await send('sendDocument', [[head, '']], 'x', { query })).toEqual(refused(400, 'Bad Request: empty_file'))
})

it('FILE-05 bytes that look like the end of a part belong to the file', async () => {
  const { bot, s } = await byHand()
  const tricky = ['\r\n--', '\r\n--x', '\r\n--xx\r\n', '\r\n-', '\r\n\r\n', '--x--\r', '\r\n--x-\r\n', '\r', '\n--x']
  const bytes = Buffer.from(
    tricky
      .map((mark) => `${mark}a`)
      .join('')
      .repeat(3000),
    'latin1',
  )
  for (const cut of [bytes, bytes.subarray(1), bytes.subarray(0, 65_536), bytes.subarray(3, 65_537)]) {
    const body = bodyOf('xy', [['Content-Disposition: form-data; name="document"; filename="a"', cut]])
    const headers = { 'content-type': 'multipart/form-data; boundary=xy' }
    const url = `${s.url}/bot${bot.token}/sendDocument?chat_id=${ALICE.id}`
    const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })
    const { file_unique_id } = fileIn({ status: response.status, body: await response.json() })
    const stored = await fetch(`${s.url}/_emulator/files/${file_unique_id}`)
    expect(Buffer.from(await stored.arrayBuffer()).equals(cut)).toBe(true)
  }
})

it('TRN-08 text before the first part and after the last is no part', async () => {
  const { ask } = await byHand()
  const parts: Part[] = [
    ['Content-Disposition: form-data; name="chat_id"', '201'],
    ['Content-Disposition: form-data; name="document"; filename="a.pdf"', pdf],
    ['Content-Disposition: form-data; name="caption"', 'x'],
  ]
  const body = Buffer.concat([Buffer.from('ignore me\r\n'), bodyOf('x', parts), Buffer.from('--x\r\nand me')])
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  expect(await ask('/sendDocument', { method: 'POST', headers, body: new Uint8Array(body) })).toEqual(
    document('a.pdf', 'x'),
  )
})
