// Detects MP3, AAC and FLAC streams, also after ID3 tags.

import { AAC, FLAC, MP3, type Sniffed } from '../kinds.ts'
import type { Bytes } from './with-bytes.ts'

const TAGS = 8

export async function mpegAudioAt(bytes: Bytes): Promise<Sniffed | undefined> {
  let position = 0
  for (let tags = 0; tags < TAGS; tags++) {
    const tag = id3Length(await bytes.read(position, 10))
    if (tag === 0) break
    position += tag
  }
  const head = await bytes.read(position, 8)
  if (head.toString('latin1', 0, 4) === 'ADIF' || (await isAdts(bytes, position, head))) return AAC
  if (position > 0) return head.toString('latin1', 0, 4) === 'fLaC' ? FLAC : MP3
  return isLayer3(head) ? MP3 : undefined
}

/** The length of an ID3v2 tag with header and footer. Each byte of its size field contains 7 bits. */
function id3Length(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0
  const [version = 0, , flags = 0, ...size] = head.subarray(3)
  if (version < 2 || version > 4 || size.some((byte) => byte > 127)) return 0
  const footer = flags & 0x10 ? 10 : 0
  return 10 + footer + size.reduce((sum, byte) => sum * 128 + byte, 0)
}

function isLayer3(head: Buffer): boolean {
  if (head.length < 4 || (head.readUInt16BE(0) & 0xffe6) !== 0xffe2) return false
  const version = (head.readUInt8(1) >> 3) & 3
  const bitrate = head.readUInt8(2) >> 4
  const sampleRate = (head.readUInt8(2) >> 2) & 3
  return version !== 1 && bitrate > 0 && bitrate < 15 && sampleRate < 3
}

/** Returns true for an AAC frame with an ADTS header, if another frame or the end of the file follows. */
async function isAdts(bytes: Bytes, position: number, head: Buffer): Promise<boolean> {
  const length = adtsLength(head)
  if (length === 0) return false
  const next = await bytes.read(position + length, 2)
  return next.length < 2 || (next.readUInt16BE(0) & 0xfff6) === 0xfff0
}

function adtsLength(head: Buffer): number {
  if (head.length < 7 || (head.readUInt16BE(0) & 0xfff6) !== 0xfff0) return 0
  const sampleRate = (head.readUInt8(2) >> 2) & 15
  const length = (head.readUInt32BE(2) >>> 5) & 0x1fff
  return sampleRate < 13 && length >= 7 ? length : 0
}
