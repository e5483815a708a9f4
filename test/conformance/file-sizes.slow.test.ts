// How large files and requests may be: both sides of every limit, with real bytes.

import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fileOf, MEBIBYTE, mediaBytes, padded, photoOf } from '../helpers/files.ts'
import { type Place, privateChat } from '../helpers/places.ts'
import { refused } from '../helpers/service.ts'

const fileTooLarge = refused(413, 'Bad Request: file_too_large')
const requestTooLarge = refused(413, 'Request Entity Too Large')

const IMAGE = 20 * MEBIBYTE
const FILE = 50 * MEBIBYTE
const REQUEST = 52 * MEBIBYTE

describe.each([
  // What follows the end of a JPEG, a video or a sound does not change what it is.
  { rules: 'PHO-06 FILE-21', method: 'sendPhoto', kind: 'photo', sample: 'plain.jpg', most: IMAGE },
  { rules: 'DOC-06 FILE-21', method: 'sendDocument', kind: 'document', sample: 'plain.jpg', most: IMAGE },
  { rules: 'DOC-05 FILE-22', method: 'sendDocument', kind: 'document', sample: 'note.zip', most: FILE },
  { rules: 'DOC-05 FILE-22', method: 'sendDocument', kind: 'document', sample: 'moov-first.mp4', most: FILE },
  { rules: 'VID-05 FILE-22', method: 'sendVideo', kind: 'video', sample: 'moov-first.mp4', most: FILE },
  { rules: 'AUD-05 FILE-22', method: 'sendAudio', kind: 'audio', sample: 'tone.wav', most: FILE },
])('$rules GAP-51 $method of $sample', ({ rules, method, kind, sample, most }) => {
  const send = ({ call }: Place, length: number) =>
    call(method, { [kind]: new File([padded(mediaBytes(sample), length)], sample) })

  it(`${rules} takes ${most} bytes`, async () => {
    const place = await privateChat()
    const { status, body } = await send(place, most)
    expect(status).toBe(200)
    if (sample !== 'plain.jpg') expect(body.result[kind].file_size).toBe(most)
  })

  it(`${rules} refuses one byte more, and sends nothing`, async () => {
    const place = await privateChat()
    expect(await send(place, most + 1)).toEqual(fileTooLarge)
    expect(await place.texts()).toEqual(['/start'])
  })
})

it('DOC-06 takes 21 MB of what is no image', async () => {
  const { call } = await privateChat()
  const zip = new File([padded(mediaBytes('note.zip'), 21 * MEBIBYTE)], 'note.zip')
  expect((await call('sendDocument', { document: zip })).status).toBe(200)
})

it('GAP-68 an image that is too large is refused for that before it is looked into', async () => {
  const { call } = await privateChat()
  const broken = new File([padded(mediaBytes('plain.jpg').subarray(0, 100), IMAGE + 1)], 'a.jpg')
  expect(await call('sendPhoto', { photo: broken })).toEqual(fileTooLarge)
})

describe('FILE-23 the whole request', () => {
  const head = '--x\r\nContent-Disposition: form-data; name="document"; filename="a.bin"\r\n\r\n'
  const filler = '\r\n--x\r\nContent-Disposition: form-data; name="filler"\r\n\r\n'
  const tail = '\r\n--x--\r\n'

  /** A document of 50 MB, and a field that fills the request up to its length. */
  function requestOf(length: number): Buffer {
    const body = Buffer.alloc(length, 'x')
    let at = body.write(head)
    at += FILE
    body.write(filler, at)
    body.write(tail, length - tail.length)
    return body
  }

  const at = async (place: Place, body: Buffer, chunked: boolean) => {
    const response = await fetch(`${place.s.url}/bot${place.bot.token}/sendDocument?chat_id=${place.chat.id}`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: chunked ? new Blob([body]).stream() : body,
      duplex: 'half',
    } as RequestInit)
    return { status: response.status, body: await response.json() }
  }

  describe.each([
    ['with its length said', false],
    ['in chunks', true],
  ])('%s', (_, chunked) => {
    it('GAP-51 may have 52 MB', async () => {
      const place = await privateChat()
      expect((await at(place, requestOf(REQUEST), chunked)).status).toBe(200)
    })

    it('FILE-23 may not have one byte more', async () => {
      const place = await privateChat()
      expect(await at(place, requestOf(REQUEST + 1), chunked)).toEqual(requestTooLarge)
      expect(await place.texts()).toEqual(['/start'])
    })

    it('FILE-23 is refused at 60 MB, whatever the file is and whoever it is for', async () => {
      const place = await privateChat()
      await place.s.act('block', { as: 'alice', bot: 'greeter' })
      expect(await at(place, requestOf(60 * MEBIBYTE), chunked)).toEqual(requestTooLarge)
    })
  })

  it('FILE-23 holds for every operation', async () => {
    const { s, bot } = await privateChat()
    const url = `${s.url}/bot${bot.token}/sendMessage`
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const response = await fetch(url, { method: 'POST', headers, body: requestOf(REQUEST + 1) })
    expect({ status: response.status, body: await response.json() }).toEqual(requestTooLarge)
  })
})

describe('the pixels of a photo', () => {
  const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } })

  async function photo(photo: File) {
    const place = await privateChat()
    return {
      answer: await place.call('sendPhoto', { photo }),
      sent: (width: number, height: number) => place.posted({ message_id: 2, photo: photoOf(width, height) }),
    }
  }

  it('PHO-24 FILE-20 GAP-65 takes 50 megapixels, and not one row more', async () => {
    const jpeg = async (height: number) => fileOf(await flat(10_000, height).jpeg().toBuffer())
    const whole = await photo(await jpeg(5000))
    expect(whole.answer).toEqual(whole.sent(2048, 1024))
    expect((await photo(await jpeg(5001))).answer).toEqual(refused(400, 'Bad Request: invalid_image'))
  })

  it('PHO-24 FILE-20 GAP-65 takes 50 megapixels of a PNG, and not one column more', async () => {
    const png = async (width: number) => fileOf(await flat(width, 2000).png().toBuffer())
    expect((await photo(await png(25_000))).answer.status).toBe(200)
    expect((await photo(await png(25_001))).answer).toEqual(refused(400, 'Bad Request: invalid_image'))
  })

  it('GAP-65 counts the pixels of the first frame alone', async () => {
    const frames = sharp({
      create: { width: 2000, height: 2000 * 13, channels: 3, background: 'teal', pageHeight: 2000 },
    })
    const gif = await frames.gif({ loop: 0, effort: 1 }).toBuffer()
    const { answer, sent } = await photo(fileOf(gif, 'a.gif'))
    expect(answer).toEqual(sent(2000, 2000))
  })
})

it.each([
  ['VID-05', 'sendVideo', 'video'],
  ['AUD-05', 'sendAudio', 'audio'],
])('%s GAP-68 %s looks at the type before the size', async (_, method, kind) => {
  const { call } = await privateChat()
  const large = fileOf(Buffer.alloc(FILE + 1), 'a.mp4')
  expect(await call(method, { [kind]: large })).toEqual(
    refused(400, `Bad Request: type of file mismatch (expected ${kind})`),
  )
})
