// Finds PNGs that break off: the decoder minds only when pixels are missing.

const SIGNATURE_BYTES = 8
const CHUNK_FRAME_BYTES = 12

/** True when every chunk is there, up to the one that says it is the last. */
export function chunksAreWhole(file: Buffer): boolean {
  let position = SIGNATURE_BYTES
  while (position + CHUNK_FRAME_BYTES <= file.length) {
    if (file.toString('latin1', position + 4, position + 8) === 'IEND') return true
    position += CHUNK_FRAME_BYTES + file.readUInt32BE(position)
  }
  return false
}
