// A writable stream into a new file; it writes one block while receiving the next.

import { type FileHandle, open } from 'node:fs/promises'
import { Writable } from 'node:stream'

/** The size of a block. It is large, because Node passes each write to another thread and waits for its reply. */
const BLOCK_BYTES = 256 * 1024

export function createFileSink(path: string, signal: AbortSignal): Writable {
  let file: FileHandle | undefined
  let pending: Buffer[] = []
  let bytes = 0
  let writing = Promise.resolve()

  async function writePending() {
    await writing
    writing = writeWhole(file!, pending)
    // Prevents an unhandled rejection. The next write, or the end of the stream, awaits `writing` and reports the
    // error.
    writing.catch(() => {})
    pending = []
    bytes = 0
  }

  return new Writable({
    signal,
    construct(done) {
      open(path, 'wx').then((opened) => {
        file = opened
        done()
      }, done)
    },
    write(data: Buffer, _encoding, done) {
      pending.push(data)
      bytes += data.length
      if (bytes < BLOCK_BYTES) done()
      else writePending().then(() => done(), done)
    },
    final(done) {
      writePending()
        .then(() => writing)
        .then(() => done(), done)
    },
    destroy(error, done) {
      const close = async () => file?.close()
      writing.then(close, close).then(() => done(error), done)
    },
  })
}

/** Writes all blocks. On a nearly full disk, writev() writes only a part; writing the rest then throws the error. */
async function writeWhole(file: FileHandle, blocks: readonly Buffer[]) {
  if (!blocks.length) return
  const { bytesWritten } = await file.writev(blocks)
  if (bytesWritten < blocks.reduce((sum, { length }) => sum + length, 0)) {
    await file.writeFile(Buffer.concat(blocks).subarray(bytesWritten))
  }
}
