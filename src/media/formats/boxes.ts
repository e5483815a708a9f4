// Walks the boxes of an ISO base media file (MP4, QuickTime, HEIF) without trusting their sizes.
import type { Bytes } from './with-bytes.ts'

export interface Box {
  type: string
  /** Where its content starts and where the box ends. */
  start: number
  end: number
}

export async function* boxes(bytes: Bytes, from: number, to: number): AsyncGenerator<Box> {
  let position = from
  while (position + 8 <= to) {
    const head = await bytes.read(position, 16)
    if (head.length < 8) return
    const box = boxAt(head, position, to)
    if (!box) return
    yield box
    position = box.end
  }
}

function boxAt(head: Buffer, position: number, to: number): Box | undefined {
  const type = head.toString('latin1', 4, 8)
  const short = head.readUInt32BE(0)
  if (short === 0) return { type, start: position + 8, end: to }
  const long = short === 1
  if (long && head.length < 16) return undefined
  const size = long ? Number(head.readBigUInt64BE(8)) : short
  const start = position + (long ? 16 : 8)
  // A box shorter than its own head would never move the walk on.
  return position + size < start ? undefined : { type, start, end: Math.min(position + size, to) }
}

export async function firstBox(bytes: Bytes, type: string, within: Box): Promise<Box | undefined> {
  for await (const box of boxes(bytes, within.start, within.end)) if (box.type === type) return box
  return undefined
}
