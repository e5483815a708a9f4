// An uploaded file: its path on the disk, name, size and hash.

import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

/** A file parameter such as `attach://photo1` refers to the request's part with the name `photo1`. */
export const ATTACH_PREFIX = 'attach://'

const PIECE_BYTES = 1024 * 1024

export class Upload {
  constructor(
    readonly path: string,
    readonly name: string,
    readonly bytes: number,
    /** The SHA-256 of the file, in hex. */
    readonly hash: string,
  ) {}

  /** Converts the upload for the event log, which records its name and size without the content. */
  toJSON() {
    return { file: this.name, bytes: this.bytes }
  }
}

/** Writes a file piece by piece, so that other requests can run in between. */
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
