// Splits a stream of text into lines, and truncates very long lines.

const MAX_CHARACTERS = 10_000

export function splitLines(emit: (line: string) => void) {
  let line = ''
  let omitted = 0

  function add(part: string) {
    const room = MAX_CHARACTERS - line.length
    line += part.slice(0, room)
    omitted += Math.max(0, part.length - room)
  }

  function finish() {
    emit(omitted ? `${line}… (${line.length + omitted} characters)` : line.replace(/\r$/, ''))
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
