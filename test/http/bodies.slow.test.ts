// Bodies of JSON and of forms at both doors: what they are read as, how large they may be, and which are refused.

import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerOf, refused, service } from '../helpers/service.ts'
import { beginUpload } from '../helpers/slow-upload.ts'
import { byHand, sentToAlice } from '../helpers/stage.ts'

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const TOO_LARGE = refused(413, 'Request Entity Too Large')
const MEBIBYTE = 1024 * 1024

const unreadable = (reason: string) => refused(400, `Bad Request: body: ${reason}`)

/** What the runtime says of a text that is no JSON. */
function complaintAbout(text: string): string {
  try {
    JSON.parse(text)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error(`${text} is JSON`)
}

/** JSON whose innermost object is so many levels down. */
const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`

/** A JSON object of so many bytes. */
const json = (bytes: number, object = '{"chat_id":201,"text":"hi",') =>
  `${object}"x":"${'x'.repeat(bytes - object.length - 8)}"}\n`

/** What the journal says that a bot's last call brought. */
async function broughtBy(
  via: (path: string) => Promise<unknown>,
  view: (path: string) => Promise<{ params: object }[]>,
) {
  await via('/getMe')
  return (await view('/calls')).at(-1)!.params
}

describe('JSON for a bot', () => {
  it.each(['{', '{"a":1,}', '[1', "{'a':1}", 'chat_id=201', '{"a":1}}', '\u0000', '{"a":\n}'])(
    'GAP-06 %j is refused with what is wrong',
    async (text) => {
      const { post } = await byHand()
      expect(await post('/sendMessage', JSON_TYPE, text)).toEqual(unreadable(`Invalid JSON: ${complaintAbout(text)}`))
    },
  )

  it.each([
    ['[]', 'array'],
    ['[{"chat_id":201}]', 'array'],
    ['7', 'number'],
    ['true', 'boolean'],
    ['"text"', 'string'],
    [' "text" ', 'string'],
  ])('GAP-06 %s is no object', async (text, type) => {
    const { post } = await byHand()
    const reason = `Invalid input: expected object, received ${type}`
    expect(await post('/sendMessage', JSON_TYPE, text)).toEqual(unreadable(reason))
  })

  it.each(['', ' ', '\r\n\t ', 'null'])('GAP-06 %j holds no parameters', async (text) => {
    for (const body of [text, new Blob([text]).stream()]) {
      const { ask } = await byHand()
      const init = { method: 'POST', headers: { 'content-type': JSON_TYPE }, body, duplex: 'half' }
      expect(await ask('/sendMessage?chat_id=201&text=query', init as RequestInit)).toEqual(sentToAlice('query'))
    }
  })

  it.each([
    '{"chat_id":201,"text":"hi","__proto__":7}',
    '{"__proto__":{"text":"no"},"chat_id":201,"text":"hi"}',
    '{"chat_id":201,"text":"hi","constructor":{"prototype":{"__proto__":null}}}',
  ])('GAP-08 %s holds a name like any other', async (text) => {
    const { post } = await byHand()
    expect(await post('/sendMessage', JSON_TYPE, text)).toEqual(sentToAlice('hi'))
  })

  it('GAP-06 may be nested 64 levels deep', async () => {
    const { post } = await byHand()
    const tooDeep = unreadable('Invalid JSON: nested deeper than 64 levels')
    expect(await post('/getMe', JSON_TYPE, nested(64))).toMatchObject({ status: 200 })
    expect(await post('/getMe', JSON_TYPE, nested(65))).toEqual(tooDeep)
    expect(await post('/getMe', JSON_TYPE, '['.repeat(MEBIBYTE) + ']'.repeat(MEBIBYTE))).toEqual(tooDeep)
  })
})

describe('a form for a bot', () => {
  it.each([
    ['chat_id=201&text=first&text=second', { chat_id: '201', text: 'first' }],
    ['text=a+b%20c%26d%3De', { text: 'a b c&d=e' }],
    ['text=a[1]=b&text[]=x&a.b=c', { text: 'a[1]=b', 'text[]': 'x', 'a.b': 'c' }],
    ['text=100%+sure%21&chat_id=%zz%', { text: '100% sure!', chat_id: '%zz%' }],
    ['text=%F0%9F%99%82+é', { text: '🙂 é' }],
    ['text=é+100%', { text: 'é 100%' }],
    ['text=%ff%e2%82', { text: '\ufffd\ufffd' }],
    ['text&&=x&chat_id==&', { text: '', '': 'x', chat_id: '=' }],
    ['__proto__=x&constructor=y', { constructor: 'y' }],
  ])('TRN-07 %s', async (body, params) => {
    const { post, s } = await byHand()
    expect(await broughtBy((path) => post(path, FORM_TYPE, body), s.view)).toEqual(params)
  })

  it('TRN-04 TRN-07 is read as the query is, and as URLSearchParams does', { timeout: 30_000 }, async () => {
    const { post, ask, s } = await byHand()
    const piece = fc.constantFrom(
      'a',
      'b',
      '=',
      '&',
      '+',
      '%',
      '%41',
      '%zz',
      '%e2%82%ac',
      '%ff',
      '[',
      ']=',
      '%5D=',
      ';',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 14 }), async (pieces) => {
        const text = pieces.join('')
        const expected = Object.fromEntries([...new URLSearchParams(text)].reverse())
        expect(await broughtBy((path) => post(path, FORM_TYPE, text), s.view)).toEqual(expected)
        expect(await broughtBy((path) => ask(`${path}?${text}`), s.view)).toEqual(expected)
      }),
      { numRuns: 50 },
    )
  })
})

describe.each([
  ['with its length said', false],
  ['in chunks', true],
])('a body %s', (_, chunked) => {
  const init = (type: string, body: string) =>
    ({
      method: 'POST',
      headers: { 'content-type': type },
      body: chunked ? new Blob([body]).stream() : body,
      duplex: 'half',
    }) as RequestInit

  it('FILE-23 of JSON has up to 2 MB for a bot', async () => {
    const { ask, s } = await byHand()
    expect(await ask('/sendMessage', init(JSON_TYPE, json(2 * MEBIBYTE)))).toEqual(sentToAlice('hi'))
    expect(await ask('/sendMessage', init(JSON_TYPE, json(2 * MEBIBYTE + 1)))).toEqual(TOO_LARGE)
    expect((await s.view('/calls')).at(-1).why).toBe('the request has more than 2097152 bytes')
  })

  it('FILE-23 of a form has as much', async () => {
    const { ask } = await byHand()
    const form = (bytes: number) => 'chat_id=201&text=hi&x='.padEnd(bytes, 'x')
    expect(await ask('/sendMessage', init(FORM_TYPE, form(2 * MEBIBYTE)))).toEqual(sentToAlice('hi'))
    expect(await ask('/sendMessage', init(FORM_TYPE, form(2 * MEBIBYTE + 1)))).toEqual(TOO_LARGE)
  })

  it('of JSON has up to 2 MB for a person', async () => {
    const { url } = await service()
    const act = async (bytes: number) =>
      answerOf(await fetch(`${url}/_emulator/actions/createUser`, init(JSON_TYPE, json(bytes, '{"first_name":"Eve",'))))
    expect((await act(2 * MEBIBYTE)).body.error.code).toBe('invalid-params')
    expect(await act(2 * MEBIBYTE + 1)).toEqual({
      status: 413,
      body: {
        ok: false,
        error: {
          code: 'too-large',
          message: 'The body has more than 2097152 bytes.',
          hint: 'JSON has at most 2 MB. Send a larger file as a multipart form, which has at most 52 MB.',
        },
      },
    })
  })
})

describe('JSON for a person', () => {
  const act = async (body: string, headers = { 'content-type': JSON_TYPE }) => {
    const { url } = await service()
    return answerOf(await fetch(`${url}/_emulator/actions/createUser`, { method: 'POST', headers, body }))
  }

  it.each(['{', 'first_name=Eve', '{"first_name":"Eve"}]'])('%s is refused with what is wrong', async (text) => {
    const message = `The body is not JSON: ${complaintAbout(text)}.`
    expect(await act(text)).toEqual({
      status: 400,
      body: { ok: false, error: { code: 'not-json', message, hint: 'Send one JSON object.' } },
    })
  })

  it('is refused before anything is done when it is nested deeper than 64 levels', async () => {
    expect((await act(nested(65))).body.error).toEqual({
      code: 'not-json',
      message: 'The body is not JSON: nested deeper than 64 levels.',
      hint: 'Send one JSON object.',
    })
  })

  it.each(['', ' \n'])('%j is an object with nothing in it', async (text) => {
    expect((await act(text)).body.error.message).toBe('createUser: first_name: is missing')
  })

  it('takes a key that a prototype has', async () => {
    expect((await act('{"first_name":"Eve","__proto__":7}')).body.error).toMatchObject({ code: 'invalid-params' })
  })
})

describe('a compressed body', () => {
  const body = (text: string) => Buffer.from(text)
  const said = '{"chat_id":201,"text":"hi"}'

  async function send(encoding: string, bytes: Buffer, type = JSON_TYPE) {
    const { ask } = await byHand()
    const headers = { 'content-type': type, 'content-encoding': encoding }
    return ask('/sendMessage', { method: 'POST', headers, body: new Uint8Array(bytes) })
  }

  it.each([
    ['gzip', gzipSync(said)],
    ['deflate', deflateSync(said)],
    ['br', brotliCompressSync(said)],
    ['identity', body(said)],
  ])('TRN-06 is unpacked: %s', async (encoding, bytes) => {
    expect(await send(encoding, bytes)).toEqual(sentToAlice('hi'))
  })

  it('TRN-07 may be a form', async () => {
    expect(await send('gzip', gzipSync('chat_id=201&text=hi'), FORM_TYPE)).toEqual(sentToAlice('hi'))
  })

  it.each([
    ['gzip', body(said)],
    ['gzip', gzipSync(said).subarray(0, -9)],
    ['br', brotliCompressSync(said).subarray(0, -3)],
    ['br', Buffer.alloc(100, 0xff)],
    ['zip', body(said)],
  ])('GAP-06 that is no %s is refused', async (encoding, bytes) => {
    const { status, body: answer } = await send(encoding, bytes)
    expect([status, answer.description]).toEqual([400, expect.stringMatching(/^Bad Request: body: Invalid JSON: \w/)])
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('FILE-23 counts as large as it unpacks: %s', async (encoding, pack) => {
    expect(await send(encoding, pack(json(2 * MEBIBYTE)))).toEqual(sentToAlice('hi'))
    expect(await send(encoding, pack(json(2 * MEBIBYTE + 1)))).toEqual(TOO_LARGE)
    expect(await send(encoding, pack(Buffer.alloc(100 * MEBIBYTE)))).toEqual(TOO_LARGE)
  })
})

describe('a body that is not wanted', () => {
  const UNENDING: [name: string, type: string, body: string][] = [
    ['JSON', JSON_TYPE, '{"chat_id":201,'],
    ['a form', FORM_TYPE, 'chat_id=201&'],
    ['multipart', 'multipart/form-data; boundary=x', '--x\r\n'],
  ]

  it.each(UNENDING)(
    'AUTH-02 AUTH-05 is not waited for: %s without a bot, or of a suspended one',
    async (_, type, body) => {
      const { s, bot } = await byHand()
      await s.act('updateBot', { bot: 'greeter', suspended: true })
      const refusals = [
        [{ token: 'nobody' }, refused(401, 'Unauthorized')],
        [bot, refused(403, 'Forbidden: bot is suspended')],
      ] as const
      const refuse = async ([caller, refusal]: (typeof refusals)[number]) => {
        const call = await beginUpload(s, caller, { method: 'sendMessage', type, body, length: 1000 })
        expect(await call.answer).toEqual(refusal)
        call.hangUp()
      }
      await Promise.all(refusals.map(refuse))
    },
  )

  it('AUTH-02 is waited for when a bot may be back in a moment', async () => {
    const { s, bot } = await byHand()
    await s.act('reset')
    const call = await beginUpload(s, bot, { method: 'getMe', type: JSON_TYPE, body: '{}', length: 2 })
    await s.act('createBot', { first_name: 'Greeter', token: bot.token })
    expect(await call.answer).toMatchObject({ status: 200 })
    call.hangUp()
  })
})

describe('FILE-23 a caller who sends on', () => {
  const block = Buffer.alloc(MEBIBYTE, ' ')

  /** Sends far more than is taken, and goes on after the answer. */
  async function sentOn(url: string, path: string, length: number | undefined) {
    const { socket, answer, send } = await beginUpload(
      { url },
      { token: '' },
      { path, type: JSON_TYPE, body: '{', length },
    )
    const errors: string[] = []
    socket.on('error', (error) => errors.push(error.message))
    let head = ''
    socket.once('data', (data) => {
      head = String(data).split('\r\n\r\n')[0]!
    })
    let answered = false
    const { status } = (await Promise.race([
      answer.then((given) => {
        answered = true
        return given
      }),
      (async () => {
        while (!answered) {
          send(block)
          await pause(5)
        }
        return new Promise<never>(() => {})
      })(),
    ]))!
    for (let more = 0; more < 20; more++) {
      send(block)
      await pause(10)
    }
    const closed = socket.destroyed
    socket.destroy()
    return { status, closes: /^connection: close$/im.test(head), closed, errors }
  }

  const answered = { status: 413, closes: false, closed: false, errors: [] }

  it.each([
    ['in chunks', undefined],
    ['with a length', 10_000 * MEBIBYTE],
  ])('%s gets the answer, and the connection stays open', { timeout: 20_000 }, async (_, length) => {
    const { s, bot } = await byHand()
    expect(await sentOn(s.url, `/bot${bot.token}/sendMessage`, length)).toEqual(answered)
    expect(await sentOn(s.url, '/_emulator/actions/createUser', length)).toEqual(answered)
  })
})
