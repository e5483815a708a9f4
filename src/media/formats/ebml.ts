// Walks EBML elements (WebM, Matroska) without trusting their sizes.
import type { Bytes } from './with-bytes.ts'

export interface Element {
  id: number
  /** Where its content starts and where the element ends. */
  start: number
  end: number
  /** A live stream leaves sizes open; the walk then goes on inside the element. */
  open: boolean
}

export async function* elements(bytes: Bytes, from: number, to: number): AsyncGenerator<Element> {
  let position = from
  while (position < to) {
    const element = elementAt(await bytes.read(position, 12), position, to)
    if (!element) return
    yield element
    position = element.open ? element.start : element.end
  }
}

function elementAt(head: Buffer, position: number, to: number): Element | undefined {
  const idLength = lengthOf(head[0])
  const sizeLength = lengthOf(head[idLength])
  if (idLength < 1 || idLength > 4 || sizeLength < 1 || head.length < idLength + sizeLength) return undefined
  const id = head.readUIntBE(0, idLength)
  const start = position + idLength + sizeLength
  const size = sizeIn(head.subarray(idLength, idLength + sizeLength))
  const open = size === undefined
  return { id, start, end: open ? to : Math.min(start + size, to), open }
}

/** The zeros before the first set bit say how many bytes a number takes: 1 to 8, or 9 for a bad one. */
function lengthOf(first = 0): number {
  return Math.clz32(first) - 23
}

/** Undefined when all bits are set, which means unknown. */
function sizeIn(raw: Buffer): number | undefined {
  const marker = 0x80 >> (raw.length - 1)
  let size = (raw[0] ?? 0) & (marker - 1)
  let open = size === marker - 1
  for (const byte of raw.subarray(1)) {
    size = size * 256 + byte
    open &&= byte === 0xff
  }
  return open ? undefined : size
}
