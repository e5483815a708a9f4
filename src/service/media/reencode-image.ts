// Re-encodes an uploaded image as the stored JPEG: upright, scaled down, opaque, without EXIF.

import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { brokenPackage } from '../../lib/problem.ts'
import { createSlots } from '../../lib/slots.ts'
import { LIMITS } from '../rules/limits.ts'
import { decodeHeic } from './decode-heic.ts'
import { areChunksComplete, areFramesComplete } from './formats/complete-images.ts'
import { AVIF, GIF, HEIC, HEIF, JPEG, PNG, WEBP } from './kinds.ts'

export interface Reencoded {
  width: number
  height: number
  size: number
  /** SHA-256 of the JPEG, in hex. */
  hash: string
}

// The format that sharp must detect for each MIME type. Any other format that sharp can open is refused.
const FORMATS: Readonly<Record<string, string>> = {
  [JPEG.mime]: 'jpeg',
  [PNG.mime]: 'png',
  [WEBP.mime]: 'webp',
  [GIF.mime]: 'gif',
  [HEIC.mime]: 'heif',
  [HEIF.mime]: 'heif',
  [AVIF.mime]: 'heif',
}

// The major brand that replaces the file's own, because the decoder refuses some brands, such as that of photo bursts.
const BRANDS: Readonly<Record<string, string>> = { [HEIC.mime]: 'heic', [HEIF.mime]: 'mif1', [AVIF.mime]: 'avif' }

const COMPLETENESS_CHECKS: Readonly<Record<string, (file: Buffer) => boolean>> = {
  [GIF.mime]: areFramesComplete,
  [PNG.mime]: areChunksComplete,
}

// The minimum size of an image file. A shorter file can't contain the header of an image format.
const LEAST_BYTES = 12
const SECONDS = 30
const QUALITY = 87

// At most two images are processed at once, because each needs memory and one of Node's few threads for file access. A
// large image is processed alone.
const SLOTS = 2
const LARGE_PIXELS = 13_000_000
const runLimited = createSlots(SLOTS)

/** Re-encodes an image as JPEG. `mime` is the type that `sniff` has detected. */
export async function reencodeImage(path: string, mime: string, out: string): Promise<Reencoded | 'invalid_image'> {
  const about = await runLimited(async () => examine(await readImage(path, mime), mime))
  if (!about) return 'invalid_image'
  return runLimited(() => reencode(path, mime, about, out), about.pixels > LARGE_PIXELS ? SLOTS : 1)
}

interface About {
  pixels: number
  isHevc: boolean
}

async function reencode(path: string, mime: string, about: About, out: string): Promise<Reencoded | 'invalid_image'> {
  const picture = await openPicture(await readImage(path, mime), about)
  const jpeg = picture && (await toJpeg(picture))
  if (!jpeg) return 'invalid_image'
  await writeFile(out, jpeg.data)
  const hash = createHash('sha256').update(jpeg.data).digest('hex')
  return { width: jpeg.info.width, height: jpeg.info.height, size: jpeg.data.length, hash }
}

async function readImage(path: string, mime: string): Promise<Buffer> {
  const file = await readFile(path)
  const brand = BRANDS[mime]
  if (brand && file.length >= LEAST_BYTES) file.write(brand, 8, 'latin1')
  return file
}

/** Reads the size and the codec. Returns undefined if the image is incomplete, too large or not of this type. */
async function examine(file: Buffer, mime: string): Promise<About | undefined> {
  if (file.length < LEAST_BYTES || !(COMPLETENESS_CHECKS[mime]?.(file) ?? true)) return undefined
  const sharp = await loadSharp()
  const about = await sharp(file, { limitInputPixels: false }).metadata().catch(ignoreError)
  if (!about || about.format !== FORMATS[mime]) return undefined
  const pixels = about.width * about.height
  if (pixels > LIMITS.imagePixels) return undefined
  return { pixels, isHevc: about.format === 'heif' && about.compression !== 'av1' }
}

async function openPicture(file: Buffer, { isHevc }: About): Promise<Sharp | undefined> {
  const sharp = await loadSharp()
  const options = { limitInputPixels: LIMITS.imagePixels }
  if (!isHevc) return sharp(file, options)
  // sharp reads the size of an HEVC image, but cannot decode it. decodeHeic() decodes it instead.
  const pixels = await decodeHeic(file)
  return pixels && sharp(pixels.data, { ...options, raw: pixels.raw })
}

/** Loads sharp and turns off its cache, which would keep whole images in memory. */
async function loadSharp() {
  const { default: sharp } = await import('sharp').catch((error: unknown) => {
    throw brokenPackage('sharp', error)
  })
  sharp.cache(false)
  return sharp
}

function toJpeg(picture: Sharp) {
  return picture
    .autoOrient()
    .resize({ width: LIMITS.imageSidePixels, height: LIMITS.imageSidePixels, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: QUALITY })
    .timeout({ seconds: SECONDS })
    .toBuffer({ resolveWithObject: true })
    .catch(ignoreError)
}

const ignoreError = (): undefined => undefined
