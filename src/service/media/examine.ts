// Examines an uploaded file: detects its type, and re-encodes it if it is an image.

import { contentId } from '../../lib/content-id.ts'
import { LIMITS } from '../rules/limits.ts'
import { type Reencoded, reencodeImage } from './reencode-image.ts'
import { type Sniffed, sniff } from './sniff.ts'
import type { Upload } from './upload.ts'

export interface Examined extends Sniffed {
  /** The size of the uploaded file, before an image is re-encoded. */
  bytes: number
  /** The file to store: the re-encoded JPEG of an image, otherwise the uploaded file. */
  path: string
  uniqueId: string
  image?: Reencoded | 'invalid_image'
}

export async function examine(upload: Upload): Promise<Examined> {
  const sniffed = await sniff(upload.path, upload.name)
  const plain = { ...sniffed, bytes: upload.bytes, path: upload.path, uniqueId: contentId(upload.hash) }
  if (sniffed.family !== 'image' || upload.bytes > LIMITS.imageBytes) return plain
  const path = `${upload.path}.jpg`
  const image = await reencodeImage(upload.path, sniffed.mime, path)
  if (image === 'invalid_image') return { ...plain, image }
  return { ...plain, image, path, uniqueId: contentId(image.hash) }
}
