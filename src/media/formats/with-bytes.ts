// Opens a file for short reads at any position. The number of reads is limited.
import { type FileHandle, open } from 'node:fs/promises'

const WINDOW_BYTES = 4096
const READS = 4000

export interface Bytes {
  size: number
  /** Returns up to `length` bytes at `position`, fewer at the end of the file, and none after too many reads. */
  read(position: number, length: number): Promise<Buffer>
}

export async function withBytes<T>(path: string, use: (bytes: Bytes) => Promise<T>): Promise<T> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    return await use(bytesOf(file, size))
  } finally {
    await file.close()
  }
}

function bytesOf(file: FileHandle, size: number): Bytes {
  let start = 0
  let held = Buffer.alloc(0)
  let reads = 0

  async function fill(position: number): Promise<void> {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(WINDOW_BYTES), 0, WINDOW_BYTES, position)
    start = position
    held = buffer.subarray(0, bytesRead)
  }

  return {
    size,
    async read(position, length) {
      const wanted = Math.min(length, WINDOW_BYTES, size - position)
      if (!Number.isSafeInteger(position) || position < 0 || wanted <= 0 || ++reads > READS) return Buffer.alloc(0)
      if (position < start || position + wanted > start + held.length) await fill(position)
      return held.subarray(position - start, position - start + wanted)
    },
  }
}
