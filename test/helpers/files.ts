// The four operations that send files, a file that each of them takes, and how it comes back.

import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Answer } from './service.ts'

export const MEBIBYTE = 1024 * 1024

export type Kind = 'photo' | 'video' | 'audio' | 'document'

export const mediaBytes = (sample: string): Buffer =>
  readFileSync(new URL(`../../fixtures/media/${sample}`, import.meta.url))

/** A sample as a client sends it: under whatever name, declared as whatever type. */
export const media = (sample: string, name = sample, type = 'application/octet-stream') =>
  new File([mediaBytes(sample)], name, { type })

/** A file of the bytes given, which may be shorter than they are told to be. */
export const fileOf = (bytes: Buffer | string, name = 'a.bin') => new File([bytes], name)

/** The bytes, and noughts after them up to a length. */
export function padded(bytes: Buffer, length: number): Buffer {
  const whole = Buffer.alloc(length)
  bytes.copy(whole)
  return whole
}

const names = { file_id: expect.any(String), file_unique_id: expect.any(String) }

/** How a file that is kept as it came looks on the wire. */
export const kept = (sample: string, mime_type: string, file_name = sample) => ({
  ...names,
  file_size: mediaBytes(sample).length,
  mime_type,
  file_name,
})

/** How a photo does: its new size is the encoder's business. */
export const photoOf = (width: number, height: number) => [{ ...names, file_size: expect.any(Number), width, height }]

export interface FileOperation {
  kind: Kind
  method: string
  sample: string
  /** What the message has under the kind. */
  sent: unknown
}

export const FILE_OPERATIONS: readonly FileOperation[] = [
  { kind: 'photo', method: 'sendPhoto', sample: 'plain.jpg', sent: photoOf(48, 32) },
  { kind: 'video', method: 'sendVideo', sample: 'moov-first.mp4', sent: kept('moov-first.mp4', 'video/mp4') },
  { kind: 'audio', method: 'sendAudio', sample: 'bare.mp3', sent: kept('bare.mp3', 'audio/mpeg') },
  {
    kind: 'document',
    method: 'sendDocument',
    sample: 'page.pdf',
    sent: kept('page.pdf', 'application/octet-stream'),
  },
]

/** The file object of an answer, whichever kind it is. */
export function fileIn({ body }: Answer) {
  const { photo, video, audio, document } = body.result
  return (photo?.[0] ?? video ?? audio ?? document) as { file_id: string; file_unique_id: string; file_size: number }
}

/** The stored bytes of a file. */
export async function storedBytes({ url }: { url: string }, { file_unique_id }: { file_unique_id: string }) {
  const response = await fetch(`${url}/_emulator/files/${file_unique_id}`)
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return Buffer.from(await response.arrayBuffer())
}
