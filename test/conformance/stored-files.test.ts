// The stored bytes of files, as the control interface gives them out.

import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fileIn, fileOf, media, mediaBytes } from '../helpers/files.ts'
import { privateChat } from '../helpers/places.ts'

const CONTENT = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251))

async function stored(content: File = fileOf(CONTENT, 'a.html')) {
  const { s, call } = await privateChat()
  const { file_unique_id } = fileIn(await call('sendDocument', { document: content }))
  const url = `${s.url}/_emulator/files/${file_unique_id}`
  return async (range?: string, method = 'GET') => {
    const response = await fetch(url, { method, ...(range && { headers: { range } }) })
    return { response, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }
}

it('GAP-67 come whole, under their own type, not to be guessed at nor run', async () => {
  const get = await stored()
  const { response, headers, bytes } = await get()
  expect(response.status).toBe(200)
  expect(bytes.equals(CONTENT)).toBe(true)
  expect(headers.get('content-type')).toBe('application/octet-stream')
  expect(headers.get('content-length')).toBe('1000')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain('sandbox')
  expect(headers.get('accept-ranges')).toBe('bytes')
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

it.each([
  ['plain.jpg', 'image/jpeg'],
  ['transparent.png', 'image/jpeg'],
  ['moov-first.mp4', 'video/mp4'],
  ['bare.mp3', 'audio/mpeg'],
  ['square.svg', 'image/svg+xml'],
  ['page.pdf', 'application/octet-stream'],
])('GAP-67 %s comes as %s', async (sample, type) => {
  const { headers, bytes } = await (await stored(media(sample)))()
  expect(headers.get('content-type')).toBe(type)
  if (type !== 'image/jpeg') expect(bytes.equals(mediaBytes(sample))).toBe(true)
})

it.each([
  ['bytes=0-0', 0, 0],
  ['bytes=0-999', 0, 999],
  ['bytes=100-199', 100, 199],
  ['bytes=990-', 990, 999],
  ['bytes=990-5000', 990, 999],
  ['bytes=-1', 999, 999],
  ['bytes=-300', 700, 999],
  ['bytes=-5000', 0, 999],
])('gives the range %s', async (range, first, last) => {
  const { response, headers, bytes } = await (await stored())(range)
  expect(response.status).toBe(206)
  expect(headers.get('content-range')).toBe(`bytes ${first}-${last}/1000`)
  expect(headers.get('content-length')).toBe(String(last - first + 1))
  expect(bytes.equals(CONTENT.subarray(first, last + 1))).toBe(true)
})

it.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', 'bytes=5000-6000'])('has no range %s', async (range) => {
  const { response, headers, bytes } = await (await stored())(range)
  expect([response.status, headers.get('content-range'), bytes.length]).toEqual([416, 'bytes */1000', 0])
})

it.each(['bytes=0-1,5-6', 'bytes=-', 'bytes=a-b', 'items=0-1', 'bytes=9-3', 'bytes=99999999999999999999-'])(
  'gives the whole, or no range, where %s makes no sense',
  async (range) => {
    const { response, bytes } = await (await stored())(range)
    expect([200, 416]).toContain(response.status)
    expect(bytes.length).toBe(response.status === 200 ? 1000 : 0)
  },
)

it('answers HEAD with the heads alone', async () => {
  const get = await stored()
  const whole = await get(undefined, 'HEAD')
  expect([whole.response.status, whole.headers.get('content-length'), whole.bytes.length]).toEqual([200, '1000', 0])
  const part = await get('bytes=0-9', 'HEAD')
  expect([part.response.status, part.headers.get('content-length')]).toEqual([206, '10'])
})

it('says so where the bytes of a file are gone', async () => {
  const { s, call } = await privateChat()
  const { file_unique_id } = fileIn(await call('sendDocument', { document: fileOf(CONTENT, 'a.html') }))
  const path = join(s.bytesFolder(), file_unique_id)
  rmSync(path)
  const response = await fetch(`${s.url}/_emulator/files/${file_unique_id}`)
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({
    ok: false,
    error: {
      code: 'no-such-bytes',
      message: `The content of this file cannot be read: ENOENT: no such file or directory, open '${path}'.`,
      hint: 'Restore the file in the folder of sent files, next to the database, or send it again.',
    },
  })
})

it('has no file under another name, nor any outside its folder', async () => {
  const { s } = await privateChat()
  for (const name of ['nothing', '..', '%2e%2e', '..%2f..%2fetc%2fpasswd', '%2fetc%2fpasswd', 'a%00b', '.upload-x']) {
    // Sends the path unchanged; fetch would resolve the dots.
    const [response] = await once(get(s.url, { path: `/_emulator/files/${name}` }), 'response')
    expect(JSON.parse((await response.toArray()).join('')), name).toMatchObject({ ok: false })
    expect(response.statusCode, name).toBe(404)
  }
})
