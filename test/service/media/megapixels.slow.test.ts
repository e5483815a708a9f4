// How many pixels an uploaded picture may have, with real ones.

import { expect, it } from 'vitest'
import { reencodeImage } from '../../../src/service/media/reencode-image.ts'
import { flat, scratch } from '../../helpers/samples.ts'

const { newPath } = scratch()

it.each(['png', 'jpeg'] as const)('FILE-20 PHO-24 GAP-65 a %s of exactly 50 megapixels passes', async (format) => {
  const path = newPath()
  await flat(10_000, 5000).toFormat(format, { compressionLevel: 1 }).toFile(path)
  expect(await reencodeImage(path, `image/${format}`, newPath())).toMatchObject({ width: 2048, height: 1024 })
})

it.each(['png', 'jpeg'] as const)('FILE-20 PHO-24 a %s with more is refused', async (format) => {
  const path = newPath()
  await flat(10_000, 5001).toFormat(format, { compressionLevel: 1 }).toFile(path)
  expect(await reencodeImage(path, `image/${format}`, newPath())).toBe('invalid_image')
})

it('PHO-24 GAP-65 7072×7071 is more', async () => {
  const path = newPath()
  await flat(7072, 7071).jpeg().toFile(path)
  expect(await reencodeImage(path, 'image/jpeg', newPath())).toBe('invalid_image')
})
