// What is written onto a stream while the emulator runs: lines are left out rather than waited for.

/** So much may wait until somebody reads it. */
const MAX_WAITING_BYTES = 1024 * 1024

/** `gap` says that so many lines were left out. */
export function outputOnto(stream: NodeJS.WriteStream, gap: (lines: number) => string): (lines: string) => void {
  let dropped = 0
  neverBlock(stream)

  function writeWhole(lines: string) {
    stream.write(dropped ? gap(dropped) + lines : lines)
    dropped = 0
  }

  stream.on('drain', () => {
    if (dropped) writeWhole('')
  })
  return (lines) => {
    if (!stream.writable) return
    if (stream.writableLength < MAX_WAITING_BYTES) writeWhole(lines)
    else dropped += lines.split('\n').length - 1
  }
}

/** What a stream of a process has beneath it. */
interface Beneath {
  _handle?: { fd: number; setBlocking?(on: boolean): void }
}

/** Node waits for a terminal that shows nothing, as after Ctrl-S. One that was opened anew is nobody else's to wait for. */
function neverBlock(stream: NodeJS.WriteStream) {
  const { _handle: handle } = stream as Beneath
  if (stream.isTTY && handle && handle.fd > 2) handle.setBlocking?.(false)
}

/** Whoever reads may go: the work goes on, or ends as it would have ended. A full disk is reported once. */
export function outliveReaders() {
  const streams = [process.stdout, process.stderr] as const
  streams.forEach((stream, i) => {
    const other = streams[1 - i]
    let reported = false
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (reported || code === 'EPIPE' || !other?.writable) return
      reported = true
      other.write(`${i ? 'stderr' : 'stdout'} cannot be written: ${message}.\n`)
    })
  })
}
