// A photo made small enough for a terminal; none where the image library is missing.

import type { Photo } from '../state/model.ts'

const WIDEST = 36
/** Pixel rows, two to a cell. */
const HIGHEST = 20

export async function previewOf(bytes: Uint8Array, widest = WIDEST, highest = HIGHEST): Promise<Photo | null> {
  try {
    const { default: sharp } = await import('sharp')
    const fitted = sharp(bytes)
      .resize(widest, highest, { fit: 'inside' })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
    const { data, info } = await fitted.raw().toBuffer({ resolveWithObject: true })
    const pixel = (x: number, y: number) => {
      const at = (y * info.width + x) * info.channels
      return (
        (data[at]! << 16) |
        (data[at + Math.min(1, info.channels - 1)]! << 8) |
        data[at + Math.min(2, info.channels - 1)]!
      )
    }
    const height = info.height - (info.height % 2)
    if (height === 0) return null
    const rows = Array.from({ length: height }, (_, y) => Array.from({ length: info.width }, (_, x) => pixel(x, y)))
    return { width: info.width, rows }
  } catch {
    return null
  }
}
