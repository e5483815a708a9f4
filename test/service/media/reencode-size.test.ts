// How large the stored picture is, and how large an uploaded one may be.
import { describe, expect, it } from 'vitest'
import { reencodeImage } from '../../../src/service/media/reencode-image.ts'
import { flat, IMAGES, sample, sampleBytes, scratch } from '../../helpers/samples.ts'

const { newPath, fileOf } = scratch()

describe('what is kept', () => {
  it.each([
    ['PHO-15', 4096, 1024, 2048, 512],
    ['PHO-15', 1000, 4000, 512, 2048],
    ['PHO-15 GAP-64', 3000, 2001, 2048, 1366],
    ['PHO-15 GAP-64', 10_000, 1, 2048, 1],
    ['PHO-15', 2049, 10, 2048, 10],
    ['PHO-16', 2048, 2048, 2048, 2048],
    ['PHO-16', 100, 50, 100, 50],
    ['PHO-16', 1, 1, 1, 1],
  ])('%s: %d×%d is kept as %d×%d', async (_, width, height, keptWidth, keptHeight) => {
    const path = newPath()
    await flat(width, height).png().toFile(path)
    expect(await reencodeImage(path, 'image/png', newPath())).toMatchObject({ width: keptWidth, height: keptHeight })
  })

  it('PHO-15 GAP-64 turns before it fits', async () => {
    const path = newPath()
    await flat(4096, 1024).withMetadata({ orientation: 6 }).jpeg().toFile(path)
    expect(await reencodeImage(path, 'image/jpeg', newPath())).toMatchObject({ width: 512, height: 2048 })
  })

  it('PHO-15 PHO-13 fits a HEIC', async () => {
    const answer = await reencodeImage(sample('twelve-megapixels.heic'), 'image/heic', newPath())
    expect(answer).toMatchObject({ width: 2048, height: 1536 })
  })
})

describe('what may come', () => {
  it.each(['plain.heic', 'plain.avif'])('PHO-24 %s that claims more is refused unread', async (name) => {
    const claim = sampleBytes(name)
    for (let at = claim.indexOf('ispe'); at >= 0; at = claim.indexOf('ispe', at + 4)) {
      claim.writeUInt32BE(10_000, at + 8)
      claim.writeUInt32BE(5001, at + 12)
    }
    expect(await reencodeImage(fileOf(claim), IMAGES[name]!, newPath())).toBe('invalid_image')
  })

  it('PHO-06 takes 20 MB', async () => {
    const whole = sampleBytes('transparent.png')
    const path = fileOf(whole, Buffer.alloc(20 * 1024 * 1024 - whole.length))
    expect(await reencodeImage(path, 'image/png', newPath())).toMatchObject({ width: 48, height: 32 })
  })
})
