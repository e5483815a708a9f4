// Photos: what counts as one, and the picture that is kept of it.

import sharp, { type Metadata } from 'sharp'
import { describe, expect, it } from 'vitest'
import { fileIn, fileOf, media, mediaBytes, photoOf, storedBytes } from '../helpers/files.ts'
import { privateChat } from '../helpers/places.ts'
import { refused } from '../helpers/service.ts'

const mismatch = refused(400, 'Bad Request: type of file mismatch (expected photo)')
const unreadable = refused(400, 'Bad Request: invalid_image')

const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } })

/** Sends a picture as a photo: the answer, and what is kept. */
async function sendPhoto(photo: File) {
  const place = await privateChat()
  const answer = await place.call('sendPhoto', { photo })
  const stored = answer.status === 200 ? await storedBytes(place.s, fileIn(answer)) : Buffer.alloc(0)
  return {
    answer,
    stored,
    sent: (width: number, height: number) => place.posted({ message_id: 2, photo: photoOf(width, height) }),
  }
}

const pixel = async (jpeg: Buffer, left: number, top: number) => [
  ...(await sharp(jpeg).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
]

describe('formats', () => {
  it.each([
    ['PHO-09', 'plain.jpg', 48, 32],
    ['PHO-10', 'transparent.png', 48, 32],
    ['PHO-11', 'plain.webp', 48, 32],
    ['PHO-11', 'animated.webp', 48, 32],
    ['PHO-12', 'animated.gif', 48, 32],
    ['PHO-13', 'plain.heic', 48, 32],
    ['PHO-13', 'plain.heif', 48, 32],
    ['PHO-13', 'transparent.heic', 48, 32],
    ['PHO-14', 'plain.avif', 48, 32],
    ['PHO-14', 'animated.avif', 48, 32],
  ])('%s PHO-07 PHO-17 GAP-67 accepts %s under any name, and keeps a JPEG', async (_, sample, width, height) => {
    for (const [name, type] of [
      [sample, 'application/octet-stream'],
      ['a.txt', 'text/plain'],
      ['a.mp4', 'video/mp4'],
    ]) {
      const { answer, stored, sent } = await sendPhoto(media(sample, name, type))
      expect(answer).toEqual(sent(width, height))
      expect(stored.subarray(0, 3).toString('hex')).toBe('ffd8ff')
      expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg', width, height })
    }
  })

  it.each(['note.txt', 'note.zip', 'page.pdf', 'plain.bmp', 'plain.tiff', 'square.svg', 'moov-first.mp4', 'bare.mp3'])(
    'PHO-08 refuses %s named and declared as a JPEG',
    async (sample) => {
      expect((await sendPhoto(media(sample, 'a.jpg', 'image/jpeg'))).answer).toEqual(mismatch)
    },
  )
})

describe('size', () => {
  it.each([
    ['PHO-15', 4096, 1024, 2048, 512],
    ['PHO-15', 1024, 4096, 512, 2048],
    ['PHO-15', 2049, 2049, 2048, 2048],
    ['PHO-15 GAP-64', 3000, 1001, 2048, 683],
    ['PHO-15 GAP-64', 20_000, 2, 2048, 1],
    ['PHO-16', 2048, 2048, 2048, 2048],
    ['PHO-16', 100, 50, 100, 50],
    ['PHO-16', 2048, 1, 2048, 1],
    ['PHO-16', 1, 1, 1, 1],
  ])('%s fits %i × %i as %i × %i', async (_, width, height, fitted, fittedHeight) => {
    const { answer, stored, sent } = await sendPhoto(fileOf(await flat(width, height).png().toBuffer()))
    expect(answer).toEqual(sent(fitted, fittedHeight))
    expect(await sharp(stored).metadata()).toMatchObject({ width: fitted, height: fittedHeight })
  })
})

describe('what is kept', () => {
  it.each(['turned-gps.jpg', 'turned-gps.heic'])(
    'PHO-18 PHO-19 GAP-64 leaves out where %s was taken, and turns it',
    async (sample) => {
      const before: Metadata = await sharp(mediaBytes(sample)).metadata()
      expect(before.exif?.length).toBeGreaterThan(0)
      const { answer, stored, sent } = await sendPhoto(media(sample))
      expect(answer).toEqual(sent(32, 48))
      const after = await sharp(stored).metadata()
      expect([after.exif, after.xmp, after.iptc, after.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
      expect(stored.includes('Exif')).toBe(false)
      expect(stored.includes('GPS')).toBe(false)
    },
  )

  it.each(['transparent.png', 'transparent.webp', 'transparent.gif', 'transparent.heic'])(
    'PHO-20 puts white behind %s',
    async (sample) => {
      const { stored } = await sendPhoto(media(sample))
      const { width = 0, height = 0, hasAlpha } = await sharp(stored).metadata()
      expect(hasAlpha).toBe(false)
      const corners = [
        await pixel(stored, 0, 0),
        await pixel(stored, width - 1, 0),
        await pixel(stored, 0, height - 1),
        await pixel(stored, width - 1, height - 1),
      ]
      expect(corners.some((corner) => corner.every((channel) => channel > 250))).toBe(true)
    },
  )

  it.each(['animated.gif', 'animated.webp', 'animated.avif'])('PHO-21 keeps a single picture of %s', async (sample) => {
    const { stored } = await sendPhoto(media(sample))
    expect((await sharp(stored).metadata()).pages).toBeUndefined()
  })

  it('FILE-05 PHO-22 says the size of the JPEG', async () => {
    const { answer, stored } = await sendPhoto(media('transparent.png'))
    expect(answer.body.result.photo).toHaveLength(1)
    expect(answer.body.result.photo[0].file_size).toBe(stored.length)
  })
})

it.each([
  ['a JPEG of noise', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(5000, 'noise')])],
  ['a JPEG head', Buffer.from('ffd8ff', 'hex')],
  ['a PNG head', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['a GIF head', Buffer.from('GIF89a')],
  ['a WebP head', Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1')],
  ['an AVIF head', mediaBytes('plain.avif').subarray(0, 40)],
  ['a HEIC head', mediaBytes('plain.heic').subarray(0, 40)],
])('PHO-25 FILE-19 refuses %s', async (_, bytes) => {
  expect((await sendPhoto(fileOf(bytes, 'a.jpg'))).answer).toEqual(unreadable)
})
