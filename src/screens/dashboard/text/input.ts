// Edits of a text field, whose cursor moves by whole characters.

export interface Input {
  text: string
  /** The index of the cursor in the text, in UTF-16 units. It is always between two whole characters. */
  at: number
}

const segmenter = new Intl.Segmenter()

export const inputOf = (text: string): Input => ({ text, at: text.length })

export const insert = ({ text, at }: Input, more: string): Input => ({
  text: text.slice(0, at) + more + text.slice(at),
  at: at + more.length,
})

const characterAt = (text: string, at: number) => segmenter.segment(text).containing(at)

const characterBefore = ({ text, at }: Input) => characterAt(text, at - 1)?.index ?? 0
const characterAfter = ({ text, at }: Input) => at + (characterAt(text, at)?.segment.length ?? 0)
/** Returns the index of the word before the cursor; -1 if no word precedes it. */
const wordBefore = ({ text, at }: Input) => text.slice(0, at).search(/\S+\s*$/)
const wordAfter = ({ text, at }: Input) => at + /^\s*\S*/.exec(text.slice(at))![0].length
const lineStart = ({ text, at }: Input) => text.slice(0, at).lastIndexOf('\n') + 1
const lineEnd = ({ text, at }: Input) => (text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at))

/** Moves the cursor to the same column in the line above; returns undefined if the cursor is in the first line. */
export function lineAbove({ text, at }: Input): Input | undefined {
  const start = lineStart({ text, at })
  return start === 0 ? undefined : atColumn(text, lineStart({ text, at: start - 1 }), at - start)
}

export function lineBelow({ text, at }: Input): Input | undefined {
  const end = lineEnd({ text, at })
  return end === text.length ? undefined : atColumn(text, end + 1, at - lineStart({ text, at }))
}

function atColumn(text: string, start: number, far: number): Input {
  const at = Math.min(start + far, lineEnd({ text, at: start }))
  return { text, at: characterAt(text, at)?.index ?? at }
}

const moveTo = (input: Input, at: number): Input => ({ ...input, at: Math.max(0, at) })
const deleteRange = ({ text }: Input, from: number, to: number): Input => ({
  text: text.slice(0, Math.max(0, from)) + text.slice(to),
  at: Math.max(0, from),
})

export const EDITS: Readonly<Record<string, (input: Input) => Input>> = {
  left: (input) => moveTo(input, characterBefore(input)),
  right: (input) => moveTo(input, characterAfter(input)),
  home: (input) => moveTo(input, lineStart(input)),
  end: (input) => moveTo(input, lineEnd(input)),
  'ctrl-a': (input) => moveTo(input, lineStart(input)),
  'ctrl-e': (input) => moveTo(input, lineEnd(input)),
  'ctrl-left': (input) => moveTo(input, wordBefore(input)),
  'ctrl-right': (input) => moveTo(input, wordAfter(input)),
  backspace: (input) => deleteRange(input, characterBefore(input), input.at),
  delete: (input) => deleteRange(input, input.at, characterAfter(input)),
  'ctrl-w': (input) => deleteRange(input, wordBefore(input), input.at),
  'ctrl-u': (input) => deleteRange(input, lineStart(input), input.at),
  'ctrl-k': (input) => deleteRange(input, input.at, lineEnd(input)),
}
