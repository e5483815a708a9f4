// Detects the kind of a local file, and makes small previews of pictures.

import { open } from 'node:fs/promises'
import type { Photo } from '../state/model.ts'
import { resizePicture } from '../terminal/graphics.ts'

const FILE_SIGNATURES: readonly (readonly [kind: string, begins: RegExp])[] = [
  ['photo', /^(?:\x89PNG|\xff\xd8\xff|RIFF....WEBP)/s],
  ['video', /^(?:....ftyp(?!M4A)|\x1aE\xdf\xa3)/s],
  ['audio', /^(?:ID3|\xff[\xf2-\xfb]|OggS|fLaC|RIFF....WAVE|....ftypM4A)/s],
]
const SIGNATURE_BYTES = 12

export async function kindOfFile(path: string): Promise<string | null> {
  try {
    await using file = await open(path)
    if (!(await file.stat()).isFile()) return null
    const { buffer } = await file.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0)
    const beginning = buffer.toString('latin1')
    return FILE_SIGNATURES.find(([, begins]) => begins.test(beginning))?.[0] ?? 'document'
  } catch {
    return null
  }
}

const MAX_PREVIEW_WIDTH = 36
const MAX_PREVIEW_HEIGHT = 20

export async function previewOf(
  bytes: Uint8Array,
  widest = MAX_PREVIEW_WIDTH,
  highest = MAX_PREVIEW_HEIGHT,
): Promise<Photo | null> {
  try {
    const picture = await resizePicture(bytes, widest, highest)
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
