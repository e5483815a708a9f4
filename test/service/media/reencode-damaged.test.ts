// Broken pictures end in an answer: nothing throws, nothing hangs.
import { describe, expect, it } from 'vitest'
import { decodeHeic } from '../../../src/service/media/decode-heic.ts'
import { reencodeImage } from '../../../src/service/media/reencode-image.ts'
import { IMAGES, sample, sampleBytes, scratch } from '../../helpers/samples.ts'

const { newPath, fileOf } = scratch()

const again = (bytes: Buffer, mime: string) => reencodeImage(fileOf(bytes), mime, newPath())

describe('FILE-19 PHO-25', () => {
  // Of an animation only the first frame is kept, so only its loss counts.
  const still = Object.entries(IMAGES).filter(([name]) => !name.startsWith('animated'))
  it.each(still)('%s cut short is refused', async (name, mime) => {
    const whole = sampleBytes(name)
    for (const part of [0.3, 0.6, 0.9]) {
      expect(await again(whole.subarray(0, whole.length * part), mime), `${part}`).toBe('invalid_image')
    }
  })

  it('a GIF cut inside a later frame is refused', async () => {
    const whole = sampleBytes('animated.gif')
    expect(await again(whole.subarray(0, whole.length - 4), 'image/gif')).toBe('invalid_image')
  })

  it('a GIF without frames is refused', async () => {
    expect(await again(Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), 'image/gif')).toBe('invalid_image')
  })

  it.each(['square.svg', 'plain.tiff', 'note.txt', 'plain.png'])(
    'GAP-61 %s is not decoded as another kind',
    async (name) => {
      const path = name === 'plain.png' ? sample('transparent.png') : sample(name)
      expect(await reencodeImage(path, 'image/jpeg', newPath())).toBe('invalid_image')
    },
  )
})

describe('limits of HEIC', () => {
  it('gives up when it takes too long, and still decodes the next', async () => {
    expect(await decodeHeic(sampleBytes('twelve-megapixels.heic'), 0.05)).toBeUndefined()
    expect(await decodeHeic(sampleBytes('plain.heic'))).toMatchObject({ raw: { width: 48, height: 32, channels: 3 } })
  })

  it('takes many at once in turn', async () => {
    const work = () => reencodeImage(sample('plain.heic'), 'image/heic', newPath())
    const all = await Promise.all(Array.from({ length: 8 }, work))
    expect(all).toEqual(Array(8).fill(expect.objectContaining({ width: 48, height: 32 })))
  })
})
