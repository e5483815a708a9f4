// A text of JSON that is too long to be read in one go: its bytes as they came, read piece by piece.

/** An escape that goes on in the next piece. */
const CUT_ESCAPE = /\\(?:u.{0,3})?$/

export type LongText = readonly Buffer[]

/** The characters, as far as they are ASCII. */
export function* readLongText(pieces: LongText): Generator<string, void> {
  let rest = ''
  for (const piece of pieces) {
    const escaped = rest + piece.toString('latin1')
    rest = CUT_ESCAPE.exec(escaped)?.[0] ?? ''
    yield unescaped(escaped.slice(0, escaped.length - rest.length))
  }
  yield unescaped(rest)
}

/** As it is where it is no JSON: whoever reads it knows what it should be. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  try {
    return JSON.parse(`"${text}"`)
  } catch {
    return text
  }
}
