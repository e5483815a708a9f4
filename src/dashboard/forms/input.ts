// A text being written: the words and the place of the cursor in them, moved by whole characters.

export interface Input {
  text: string
  /** In UTF-16 units, always between two characters. */
  at: number
}

const segmenter = new Intl.Segmenter()

export const NOTHING: Input = { text: '', at: 0 }
export const inputOf = (text: string): Input => ({ text, at: text.length })

export const insert = ({ text, at }: Input, more: string): Input => ({
  text: text.slice(0, at) + more + text.slice(at),
  at: at + more.length,
})

/** The character that has the unit at a place. */
const characterAt = (text: string, at: number) => segmenter.segment(text).containing(at)

const before = ({ text, at }: Input) => characterAt(text, at - 1)?.index ?? 0
const after = ({ text, at }: Input) => at + (characterAt(text, at)?.segment.length ?? 0)
const wordBefore = ({ text, at }: Input) => text.slice(0, at).search(/\S+\s*$/) // -1 when all is white
const wordAfter = ({ text, at }: Input) => at + /^\s*\S*/.exec(text.slice(at))![0].length
const lineStart = ({ text, at }: Input) => text.slice(0, at).lastIndexOf('\n') + 1
const lineEnd = ({ text, at }: Input) => (text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at))

/** As far into the line above as into this one; nowhere from the first line. */
export function lineAbove({ text, at }: Input): Input | undefined {
  const start = lineStart({ text, at })
  return start === 0 ? undefined : intoLine(text, lineStart({ text, at: start - 1 }), at - start)
}

export function lineBelow({ text, at }: Input): Input | undefined {
  const end = lineEnd({ text, at })
  return end === text.length ? undefined : intoLine(text, end + 1, at - lineStart({ text, at }))
}

function intoLine(text: string, start: number, far: number): Input {
  const at = Math.min(start + far, lineEnd({ text, at: start }))
  return { text, at: characterAt(text, at)?.index ?? at }
}

const moved = (input: Input, at: number): Input => ({ ...input, at: Math.max(0, at) })
const cut = ({ text }: Input, from: number, to: number): Input => ({
  text: text.slice(0, Math.max(0, from)) + text.slice(to),
  at: Math.max(0, from),
})

/** What the editing keys do. */
export const EDITS: Readonly<Record<string, (input: Input) => Input>> = {
  left: (input) => moved(input, before(input)),
  right: (input) => moved(input, after(input)),
  home: (input) => moved(input, lineStart(input)),
  end: (input) => moved(input, lineEnd(input)),
  'ctrl-a': (input) => moved(input, lineStart(input)),
  'ctrl-e': (input) => moved(input, lineEnd(input)),
  'ctrl-left': (input) => moved(input, wordBefore(input)),
  'ctrl-right': (input) => moved(input, wordAfter(input)),
  backspace: (input) => cut(input, before(input), input.at),
  delete: (input) => cut(input, input.at, after(input)),
  'ctrl-w': (input) => cut(input, wordBefore(input), input.at),
  'ctrl-u': (input) => cut(input, lineStart(input), input.at),
  'ctrl-k': (input) => cut(input, input.at, lineEnd(input)),
}
