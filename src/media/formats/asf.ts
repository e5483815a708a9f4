// Windows Media: the identifiers of the streams in its head decide between video and sound.

import { type Sniffed, WINDOWS_SOUND, WINDOWS_VIDEO } from '../kinds.ts'
import type { Bytes } from './with-bytes.ts'

const HEAD = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex')
const SOUND = Buffer.from('409e69f84d5bcf11a8fd00805f5c442b', 'hex')
const PICTURES = Buffer.from('c0ef19bc4d5bcf11a8fd00805f5c442b', 'hex')

export async function sniffAsf(bytes: Bytes): Promise<Sniffed | undefined> {
  const head = await bytes.read(0, 4096)
  if (!head.subarray(0, HEAD.length).equals(HEAD)) return undefined
  return head.includes(SOUND) && !head.includes(PICTURES) ? WINDOWS_SOUND : WINDOWS_VIDEO
}
