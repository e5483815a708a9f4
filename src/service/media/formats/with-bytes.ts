// Opens a file for short reads at any position. The number of reads is limited.
import { type FileHandle, open } from 'node:fs/promises'

const WINDOW_BYTES = 4096
const MAX_READS = 4000

export interface Bytes {
  size: number
  /** Reads bytes at a position. Returns fewer bytes at the end of the file, and none after `MAX_READS` reads. */
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
  let window = Buffer.alloc(0)
  let reads = 0

  async function readWindow(position: number): Promise<void> {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(WINDOW_BYTES), 0, WINDOW_BYTES, position)
    start = position
    window = buffer.subarray(0, bytesRead)
  }

  return {
    size,
    async read(position, length) {
      const available = Math.min(length, WINDOW_BYTES, size - position)
      if (!Number.isSafeInteger(position) || position < 0 || available <= 0 || ++reads > MAX_READS)
        return Buffer.alloc(0)
      if (position < start || position + available > start + window.length) await readWindow(position)
      return window.subarray(position - start, position - start + available)
    },
  }
}
