// Detects truncated GIF and PNG files, which the decoder would accept.

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b
const HEAD_BYTES = 13
const IMAGE_HEAD_BYTES = 10
// The maximum number of GIF sub-blocks that are checked. Checking more would block the event loop, and real files have
// far fewer.
const MAX_STEPS = 800_000

/** Returns true if a GIF file has at least one image and all images are complete. The trailer may be missing. */
export function areFramesComplete(file: Buffer): boolean {
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
    // Skips a GIF block, a list of sub-blocks. Each starts with its length, and a length of 0 ends the list.
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

const SIGNATURE_BYTES = 8
const CHUNK_FRAME_BYTES = 12
const IEND = 0x49454e44
// The maximum number of PNG chunks, because the decoder warns of each unknown one. Real files have far fewer.
const MAX_CHUNKS = 20_000

export function areChunksComplete(file: Buffer): boolean {
  let position = SIGNATURE_BYTES
  for (let chunks = 0; chunks < MAX_CHUNKS && position + CHUNK_FRAME_BYTES <= file.length; chunks++) {
    if (file.readUInt32BE(position + 4) === IEND) return true
    position += CHUNK_FRAME_BYTES + file.readUInt32BE(position)
  }
  return false
}
