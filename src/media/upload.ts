// An uploaded file: its path on the disk, name, size and hash.

import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

/**
 * The prefix of a file parameter whose file is sent in another part of the request. The name of that part follows the
 * prefix.
 */
export const ATTACH_PREFIX = 'attach://'

const PIECE_BYTES = 1024 * 1024

export class Upload {
  constructor(
    readonly path: string,
    readonly name: string,
    readonly bytes: number,
    /** The SHA-256 hash of the file's bytes, in hex. */
    readonly hash: string,
  ) {}

  /** Returns the name and size of the file, which the event log records in its place. */
  toJSON() {
    return { file: this.name, bytes: this.bytes }
  }
}

/**
 * Writes the bytes of an uploaded file to `path` and hashes them, piece by piece so that other requests can run in
 * between.
 */
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
