// MPEG transport streams: packets of one length, each of which begins with the same byte.

import { MPEG_TS, type Sniffed } from '../kinds.ts'
import type { Bytes } from './with-bytes.ts'

const SYNC = 0x47
/** On discs four bytes go before each packet. */
const PACKETS = [
  { from: 0, bytes: 188 },
  { from: 4, bytes: 192 },
]
const IN_A_ROW = 4

export async function sniffMpegTs(bytes: Bytes): Promise<Sniffed | undefined> {
  const head = await bytes.read(0, 1024)
  const isStream = PACKETS.some(({ from, bytes: step }) =>
    Array.from({ length: IN_A_ROW }, (_, n) => head[from + n * step]).every((byte) => byte === SYNC),
  )
  return isStream ? MPEG_TS : undefined
}
