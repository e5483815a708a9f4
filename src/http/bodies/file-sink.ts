// A file on its way to the disk: one block is written while the next one arrives.

import { type FileHandle, open } from 'node:fs/promises'
import { Writable } from 'node:stream'

/** Each write is a trip to another thread and back. */
const BLOCK_BYTES = 256 * 1024

export function createFileSink(path: string, signal: AbortSignal): Writable {
  let file: FileHandle | undefined
  let waiting: Buffer[] = []
  let bytes = 0
  let writing = Promise.resolve()

  async function writeWaiting() {
    await writing
    writing = writeWhole(file!, waiting)
    // Reported to the next write, or at the end.
    writing.catch(() => {})
    waiting = []
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
      waiting.push(data)
      bytes += data.length
      if (bytes < BLOCK_BYTES) done()
      else writeWaiting().then(() => done(), done)
    },
    final(done) {
      writeWaiting()
        .then(() => writing)
        .then(() => done(), done)
    },
    destroy(error, done) {
      const close = async () => file?.close()
      writing.then(close, close).then(() => done(error), done)
    },
  })
}

/** A disk that is almost full takes a part and reports nothing; the next write is refused with the reason. */
async function writeWhole(file: FileHandle, blocks: readonly Buffer[]) {
  if (!blocks.length) return
  const { bytesWritten } = await file.writev(blocks)
  if (bytesWritten < blocks.reduce((sum, { length }) => sum + length, 0)) {
    await file.writeFile(Buffer.concat(blocks).subarray(bytesWritten))
  }
}
