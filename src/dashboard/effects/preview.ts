// A photo made small enough for a terminal; none where the image library is missing.

import type { Photo } from '../state/model.ts'
import { fitted } from '../terminal/graphics.ts'

const WIDEST = 36
/** Pixel rows, two to a cell. */
const HIGHEST = 20

export async function previewOf(bytes: Uint8Array, widest = WIDEST, highest = HIGHEST): Promise<Photo | null> {
  try {
    const picture = await fitted(bytes, widest, highest)
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
    const { width, channels } = info
    const height = info.height - (info.height % 2)
    if (height === 0) return null
    const pixel = (x: number, y: number) => data.readUIntBE((y * width + x) * channels, channels)
    const rows = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => pixel(x, y)))
    return { width, rows }
  } catch {
    return null
  }
}
