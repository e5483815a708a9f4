// Splits a stream of text into lines, and truncates very long lines.

const MAX_CHARACTERS = 10_000
/**
 * The number of characters after the kept beginning of a line that are also searched for secrets, because a secret may
 * begin before the cut and end after it.
 */
const LONGEST_SECRET = 2000

export function splitLines(emit: (line: string) => void, mask = (line: string) => line) {
  let line = ''
  let omitted = 0

  function add(part: string) {
    const room = MAX_CHARACTERS + LONGEST_SECRET - line.length
    line += part.slice(0, room)
    omitted += Math.max(0, part.length - room)
  }

  function finish() {
    const length = line.length + omitted
    const kept = mask(line.replace(/\r$/, ''))
    // Drops the end of a line that was stored only in part, because it may be the beginning of a secret.
    const beginning = kept.slice(0, omitted ? -LONGEST_SECRET : MAX_CHARACTERS)
    emit(kept.length > beginning.length || omitted ? `${beginning}… (${length} characters)` : kept)
    line = ''
    omitted = 0
  }

  return {
    write(piece: string) {
      const [first = '', ...others] = piece.split('\n')
      add(first)
      for (const part of others) {
        finish()
        add(part)
      }
    },
    end: () => line && finish(),
  }
}
