// The stored picture: upright, fitted, opaque, bare.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { reencodeImage } from '../../../src/service/media/reencode-image.ts'
import { flat, IMAGES, sample, sampleBytes, scratch } from '../../helpers/samples.ts'

const { newPath, fileOf } = scratch()

async function stored(path: string, mime: string) {
  const out = newPath()
  const answer = await reencodeImage(path, mime, out)
  if (answer === 'invalid_image') throw new Error(answer)
  const bytes = readFileSync(out)
  const { data, info } = await sharp(bytes).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
  return { answer, bytes, about: await sharp(bytes).metadata(), pixel }
}

/** Names of colours, since JPEG keeps them only nearly. */
function colour(pixel: number[]): string {
  return pixel.map((part) => (part < 64 ? '0' : part > 192 ? '1' : '?')).join('')
}
const RED = '100'
const GREEN = '010'
const BLUE = '001'
const YELLOW = '110'
const WHITE = '111'

describe('what is kept', () => {
  it.each(['plain.jpg', 'plain.webp', 'plain.heic', 'plain.heif', 'plain.avif'])(
    'PHO-16 %s stays as it was',
    async (name) => {
      const { answer, pixel } = await stored(sample(name), IMAGES[name]!)
      expect(answer).toMatchObject({ width: 48, height: 32 })
      const corners = [pixel(4, 4), pixel(43, 4), pixel(4, 27), pixel(43, 27)].map(colour)
      expect(corners).toEqual([RED, GREEN, BLUE, YELLOW])
    },
  )

  it.each(['turned-gps.jpg', 'turned-gps.heic', 'turned-10bit.avif'])('GAP-64 %s stands upright', async (name) => {
    const { answer, pixel } = await stored(sample(name), IMAGES[name]!)
    expect(answer).toMatchObject({ width: 32, height: 48 })
    const corners = [pixel(4, 4), pixel(27, 4), pixel(4, 43), pixel(27, 43)].map(colour)
    expect(corners).toEqual([BLUE, RED, YELLOW, GREEN])
  })

  it.each(['transparent.png', 'transparent.webp', 'transparent.heic', 'transparent.gif'])(
    'PHO-20 %s: glass turns white',
    async (name) => {
      const { pixel } = await stored(sample(name), IMAGES[name]!)
      expect(colour(pixel(4, 16))).toBe(WHITE)
      expect(colour(pixel(40, 16))).not.toBe(WHITE)
    },
  )

  it.each(['animated.gif', 'animated.webp', 'animated.avif'])(
    'PHO-21 GAP-65 %s: the first frame stays',
    async (name) => {
      const { answer, about, pixel } = await stored(sample(name), IMAGES[name]!)
      expect(answer).toMatchObject({ width: 48, height: 32 })
      expect(about.pages).toBeUndefined()
      expect(colour(pixel(24, 16))).toBe(RED)
    },
  )

  it('PHO-20 sixteen bits and four inks', async () => {
    const deep = newPath()
    await sharp({ create: { width: 20, height: 20, channels: 4, background: '#00000000' } })
      .toColourspace('rgb16')
      .png()
      .toFile(deep)
    expect(colour((await stored(deep, 'image/png')).pixel(9, 9))).toBe(WHITE)
    const inks = newPath()
    await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
      .toColourspace('cmyk')
      .jpeg()
      .toFile(inks)
    expect(colour((await stored(inks, 'image/jpeg')).pixel(9, 9)).startsWith('1')).toBe(true)
  })
})

describe('the size', () => {
  it('PHO-15 GAP-64 turns before it fits', async () => {
    const path = newPath()
    await flat(4096, 1024).withMetadata({ orientation: 6 }).jpeg().toFile(path)
    expect(await reencodeImage(path, 'image/jpeg', newPath())).toMatchObject({ width: 512, height: 2048 })
  })

  it('PHO-15 PHO-13 fits a HEIC', async () => {
    const answer = await reencodeImage(sample('twelve-megapixels.heic'), 'image/heic', newPath())
    expect(answer).toMatchObject({ width: 2048, height: 1536 })
  })

  it.each(['plain.heic', 'plain.avif'])('PHO-24 %s that claims more is refused unread', async (name) => {
    const claim = sampleBytes(name)
    for (let at = claim.indexOf('ispe'); at >= 0; at = claim.indexOf('ispe', at + 4)) {
      claim.writeUInt32BE(10_000, at + 8)
      claim.writeUInt32BE(5001, at + 12)
    }
    expect(await reencodeImage(fileOf(claim), IMAGES[name]!, newPath())).toBe('invalid_image')
  })
})

describe('faults that are not of the picture', () => {
  it('throws when there is no file', async () => {
    await expect(reencodeImage(sample('missing'), 'image/png', newPath())).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('throws when the result cannot be written', async () => {
    const nowhere = `${newPath()}/no/such/folder`
    await expect(reencodeImage(sample('plain.jpg'), 'image/jpeg', nowhere)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
