// Finds PNGs that break off: the decoder minds only when pixels are missing.

const SIGNATURE_BYTES = 8
const CHUNK_FRAME_BYTES = 12
const IEND = 0x49454e44
// Encoders fill their chunks with kilobytes; each odd one costs the decoder a warning on the main thread.
const MAX_CHUNKS = 20_000

/** True when every chunk is there, up to the one that says it is the last. */
export function chunksAreWhole(file: Buffer): boolean {
  let position = SIGNATURE_BYTES
  for (let chunks = 0; chunks < MAX_CHUNKS && position + CHUNK_FRAME_BYTES <= file.length; chunks++) {
    if (file.readUInt32BE(position + 4) === IEND) return true
    position += CHUNK_FRAME_BYTES + file.readUInt32BE(position)
  }
  return false
}
