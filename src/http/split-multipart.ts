// Splits a multipart body into the heads and the data of its parts while it arrives.

/** Far above what any client says of a part. */
const LONGEST_HEAD_BYTES = 16 * 1024

const NEW_LINE = Buffer.from('\r\n')
const HEAD_END = Buffer.from('\r\n\r\n')
const LAST = Buffer.from('--')

export type Piece = { head: string } | { data: Buffer }

export class Malformed extends Error {}

export interface Splitter {
  /** What the next bytes of the body complete. */
  take(chunk: Buffer): Generator<Piece>
  /** Called where the body ends. */
  end(): void
}

export function splitterAt(boundary: string): Splitter {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // As if there were a line before it: the first delimiter may be the first thing in the body.
  let held: Buffer = NEW_LINE
  let within: 'preamble' | 'head' | 'data' | 'end' = 'preamble'

  const isDelimiter = (at: number) => followedBy(at, LAST) || followedBy(at, NEW_LINE)
  const followedBy = (at: number, mark: Buffer) =>
    mark.equals(held.subarray(at + delimiter.length, at + delimiter.length + mark.length))

  function head(): Piece | undefined {
    // The line of the delimiter is not passed yet: without any header its end is the end of the head.
    const end = held.indexOf(HEAD_END)
    if (end > LONGEST_HEAD_BYTES || (end < 0 && held.length > LONGEST_HEAD_BYTES)) {
      throw new Malformed('the head of a part is too long')
    }
    if (end < 0) return undefined
    const text = held.toString('utf8', 0, end)
    held = held.subarray(end + HEAD_END.length)
    within = 'data'
    return { head: text }
  }

  /** Where one may have begun at the very end; mostly nowhere, which saves copying what is held. */
  function beginningOfDelimiter(): number {
    const at = held.indexOf(NEW_LINE[0]!, Math.max(0, held.length - delimiter.length + 1))
    return at < 0 ? held.length : at
  }

  /** Everything up to where a delimiter is, or may turn out to be. */
  function data(): Buffer | undefined {
    let at = held.indexOf(delimiter)
    while (at >= 0 && held.length >= at + delimiter.length + LAST.length && !isDelimiter(at)) {
      at = held.indexOf(delimiter, at + 1)
    }
    const sure = at < 0 ? beginningOfDelimiter() : at
    const passed = held.subarray(0, sure)
    held = held.subarray(sure)
    return passed.length ? passed : undefined
  }

  function atDelimiter(): boolean {
    return held.length >= delimiter.length + LAST.length && held.indexOf(delimiter) === 0
  }

  return {
    *take(chunk) {
      if (within === 'end') return
      held = held.length ? Buffer.concat([held, chunk]) : chunk
      while (true) {
        if (within === 'head') {
          const piece = head()
          if (!piece) return
          yield piece
        }
        const passed = data()
        if (passed && within === 'data') yield { data: passed }
        if (!atDelimiter()) return
        const last = followedBy(0, LAST)
        held = last ? Buffer.alloc(0) : held.subarray(delimiter.length)
        within = last ? 'end' : 'head'
        if (last) return
      }
    },
    end() {
      if (within !== 'end') throw new Malformed('the body ends before its last part does')
    },
  }
}
