// An uploaded file: its path on the disk, name, size and hash.

import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

/** The prefix of a file parameter whose file is in the part of the request with the name that follows. */
export const ATTACH_PREFIX = 'attach://'

const PIECE_BYTES = 1024 * 1024

export class Upload {
  constructor(
    readonly path: string,
    readonly name: string,
    readonly bytes: number,
    /** SHA-256, in hex. */
    readonly hash: string,
  ) {}

  /** The event log records name and size in place of the file. */
  toJSON() {
    return { file: this.name, bytes: this.bytes }
  }
}

/** Writes piece by piece, so that other requests can run in between. */
export async function writeUpload(bytes: Uint8Array, path: string, name: string): Promise<Upload> {
  const hash = createHash('sha256')
  const file = await open(path, 'wx')
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES)
      hash.update(piece)
      await file.writeFile(piece)
    }
  } finally {
    await file.close()
  }
  return new Upload(path, name, bytes.length, hash.digest('hex'))
}
