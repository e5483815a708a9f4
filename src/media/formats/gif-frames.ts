// Finds GIFs that break off: the decoder shows what is left of them as if nothing were missing.

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b
const HEAD_BYTES = 13
const IMAGE_HEAD_BYTES = 10
// 20 MB of full sub-blocks are a tenth of it; this search holds up every other caller.
const MAX_STEPS = 800_000

/** True when every block is there to its end; a missing trailer alone is harmless. */
export function framesAreWhole(file: Buffer): boolean {
  let position = HEAD_BYTES + paletteBytes(file[10])
  let frames = 0
  let steps = 0
  while (position < file.length && file[position] !== TRAILER) {
    const block = file[position]
    if (block === IMAGE) {
      frames++
      position += IMAGE_HEAD_BYTES + paletteBytes(file[position + 9]) + 1
    } else if (block === EXTENSION) position += 2
    else return false
    // Sub-blocks each say their length; one of length 0 ends the row.
    let length: number
    do {
      if (position >= file.length || ++steps > MAX_STEPS) return false
      length = file.readUInt8(position)
      position += 1 + length
    } while (length > 0)
  }
  return frames > 0 && position <= file.length
}

function paletteBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}
