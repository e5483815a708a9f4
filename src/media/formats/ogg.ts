// Ogg: its opening pages name the codec of each stream; one with pictures is no sound.

import { OGG, OGG_VIDEO, OTHER, type Sniffed } from '../kinds.ts'
import type { Bytes } from './with-bytes.ts'

const STREAMS = 16
const FIRST_PAGE_OF_STREAM = 2
const SOUND = /^(OpusHead|\x01vorbis|Speex {3}|\x7fFLAC|fLaC|PCM {5})/
const PICTURES = /^(\x80theora|\x80kate|BBCD|\x01video|OVP80|\x8aDaala)/

export async function sniffOgg(bytes: Bytes): Promise<Sniffed | undefined> {
  if ((await bytes.read(0, 4)).toString('latin1') !== 'OggS') return undefined
  let position = 0
  let sound = false
  for (let page = 0; page < STREAMS; page++) {
    const head = await bytes.read(position, 27 + 255)
    if (head.length < 28 || head.toString('latin1', 0, 4) !== 'OggS') break
    if (((head[5] ?? 0) & FIRST_PAGE_OF_STREAM) === 0) break
    const segments = head[26] ?? 0
    const body = position + 27 + segments
    const codec = (await bytes.read(body, 8)).toString('latin1')
    if (PICTURES.test(codec)) return OGG_VIDEO
    sound ||= SOUND.test(codec)
    position = body + head.subarray(27, 27 + segments).reduce((sum, length) => sum + length, 0)
  }
  return sound ? OGG : OTHER
}
